import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppProps, type cx_api, Validations } from 'aws-cdk-lib';
import type { TestProject } from 'vitest/node';
import { serviceName } from '../../../functions/service.ts';
import { bundleFunctions, type FunctionCode } from '../../../infra/build/bundle.ts';
import { createApp } from '../../../infra/service-app.ts';
import type { Target } from './target.ts';

declare module 'vitest' {
  interface ProvidedContext {
    assembly: string;
    code: FunctionCode;
    temporary: string;
    target: Target | null;
  }
}

/** Runs before all test files, because a synthesis takes seconds. Tests read the result through synthesized.ts. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `${serviceName}-tests-`)));
  const outdir = join(folder, 'assembly');
  const temporary = join(folder, 'temporary');
  const code = await bundleFunctions(join(folder, 'code'));
  synthesize({ outdir, code });
  mkdirSync(temporary);
  project.provide('assembly', outdir);
  project.provide('code', code);
  project.provide('temporary', temporary);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

interface SynthesizeOptions extends Pick<AppProps, 'context'> {
  readonly outdir: string;
  readonly code: FunctionCode;
}

/** Writes the same assembly as `cdk synth`, in this process, for tests and the benchmark. */
export function synthesize({ outdir, code, context }: SynthesizeOptions): cx_api.CloudAssembly {
  const props = {
    outdir,
    // CloudFormation's own rules take five seconds to load, and each `cdk synth` runs them.
    builtinCloudFormationValidation: false,
    context: {
      // Set as by the CLI: the path of a function's code.
      'aws:cdk:enable-asset-metadata': true,
      'aws:cdk:enable-path-metadata': true,
      // Findings are thrown, not printed.
      '@aws-cdk/core:appMode': 'inmemory',
      ...context,
    },
  };
  const app = createApp(props, code);
  Validations.of(app).acknowledge({
    id: `Annotation::${serviceName}:nobody-is-called`,
    reason: 'A stack on this machine has no alarms.',
  });
  return app.synth();
}
