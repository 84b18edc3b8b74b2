import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { functions, serviceName } from '../../../functions/service.ts';
import { bundleFunctions, type FunctionCode } from '../../../infra/build/bundle.ts';
import type { TestedStage } from './tested-stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    assembly: string;
    emptyCode: FunctionCode;
    /** The address that answers settings with a template. */
    syntheses: string;
    temporary: string;
    testedStage: TestedStage | null;
  }
}

/** Runs before all test files, because a synthesis takes seconds. Tests read the result through synthesized.ts. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  console.log(`The tables of the tests are ${await engine()}.`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `${serviceName}-tests-`)));
  const outdir = join(folder, 'assembly');
  const temporary = join(folder, 'temporary');
  const empty = join(folder, 'empty');
  const [code, { synthesize }, { startSyntheses }] = await Promise.all([
    bundleFunctions(join(folder, 'code')),
    // They load aws-cdk-lib, while esbuild bundles in a process of its own.
    import('./synthesis.ts'),
    import('./syntheses.ts'),
  ]);
  synthesize({ outdir, code });
  for (const path of [temporary, empty]) mkdirSync(path);
  writeFileSync(join(empty, 'index.mjs'), '');
  const emptyCode = Object.fromEntries(
    Object.keys(functions).map((name) => [name, empty]),
  ) as FunctionCode;
  const syntheses = await startSyntheses(temporary, emptyCode);
  project.provide('assembly', outdir);
  project.provide('emptyCode', emptyCode);
  project.provide('syntheses', syntheses.url);
  project.provide('temporary', temporary);
  return async () => {
    await syntheses.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** A run that was meant for another DynamoDB shows which one it had. */
async function engine(): Promise<string> {
  const url = process.env['DYNAMODB_URL'];
  if (url === undefined) return 'embedded';
  const answer = await fetch(url).catch((cause: unknown) => {
    throw new Error(`DYNAMODB_URL has ${url}, where nothing answers.`, { cause });
  });
  return `those of ${answer.headers.get('server') ?? 'a server without a name'} at ${url}`;
}
