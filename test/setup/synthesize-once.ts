import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleFunctions, type FunctionCode } from '../../infra/bundle/bundle.ts';
import { synthesize } from './synthesize.ts';

declare module 'vitest' {
  interface ProvidedContext {
    assembly: string;
    code: FunctionCode;
    temporary: string;
  }
}

/** Runs before all test files, because a synthesis takes seconds. Tests read the result through synthesized.ts. */
export function setup(project: TestProject): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plant-store-tests-')));
  const outdir = join(folder, 'assembly');
  const temporary = join(folder, 'temporary');
  const code = bundleFunctions(join(folder, 'code'));
  synthesize({ outdir, code });
  mkdirSync(temporary);
  project.provide('assembly', outdir);
  project.provide('code', code);
  project.provide('temporary', temporary);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
