import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { serviceName } from '../../../functions/service.ts';
import { bundleFunctions, nodeMajor } from '../../../infra/build/bundle.ts';
import { synthesize } from '../../test/setup/synthesis.ts';
import { type CpuQuota, createCpuQuota } from './cpu-quota.ts';
import { type StoreStub, startStoreStub } from './store-stub.ts';

/** What all measurements share. */
export interface Bench {
  readonly rounds: number;
  /** For what is built, until the end. */
  readonly folder: string;
  /** The functions as they are deployed. */
  readonly assembly: string;
  /** The compiled runtime.ts. */
  readonly runtime: string;
  readonly store: StoreStub;
  /** Undefined if none can be set. */
  readonly quota: CpuQuota | undefined;
  readonly close: () => void;
}

export async function openBench(rounds: number): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), `${serviceName}-bench-`));
  const assembly = join(folder, 'assembly');
  synthesize({ outdir: assembly, code: await bundleFunctions(join(folder, 'code')) });
  // The store answers after a millisecond: a longer time would hide a part of the function's own.
  const store = await startStoreStub(folder, 1);
  return {
    rounds,
    folder,
    assembly,
    runtime: compileRuntime(folder),
    store,
    quota: createCpuQuota(),
    close: () => {
      store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Compiles runtime.ts, because stripping its types would take part of each start. Returns the file. */
function compileRuntime(folder: string): string {
  const outfile = join(folder, 'runtime.mjs');
  const source = join(import.meta.dirname, 'runtime.ts');
  const target = `node${nodeMajor}`;
  buildSync({ entryPoints: [source], outfile, format: 'esm', platform: 'node', target });
  return outfile;
}
