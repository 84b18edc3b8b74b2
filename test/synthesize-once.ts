import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { synthesize } from '../infra/stack/synthesize.ts';

declare module 'vitest' {
  interface ProvidedContext {
    assembly: string;
  }
}

/** Runs before all test files, since a synthesis takes seconds. Tests read the result through synthesized.ts. */
export function setup(project: TestProject): () => void {
  const outdir = mkdtempSync(join(tmpdir(), 'plant-store-assembly-'));
  synthesize({ outdir });
  project.provide('assembly', outdir);
  return () => rmSync(outdir, { recursive: true });
}
