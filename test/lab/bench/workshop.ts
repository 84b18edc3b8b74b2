import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../../infra/stack/synthesize.ts';
import { type CpuQuota, cpuQuota } from './cpu-quota.ts';
import { compileScripts, type Script, scriptPath } from './scripts.ts';
import { type StoreStub, startStoreStub } from './store-stub.ts';
import { type Variant, type VariantName, variantMaker } from './variants.ts';

/** Everything that measuring takes, built and started. */
export interface Workshop {
  readonly assembly: string;
  readonly script: (name: Script) => string;
  readonly variant: (name: VariantName) => Variant;
  /** As far away as DynamoDB is. */
  readonly store: StoreStub;
  /** For what is about the function's own time. */
  readonly nearStore: StoreStub;
  readonly quota: CpuQuota | undefined;
  /** Why there is no quota. */
  readonly quotaProblem: string | undefined;
  readonly close: () => void;
}

/** The same for all, so it is little: what it adds to both sides of a ratio only hides the code's own share. */
const storeMilliseconds = 1;

// A client of the local gateway must not meet the stage's throttle.
const context = { throttleRate: 100_000, throttleBurst: 100_000 };

export async function openWorkshop(): Promise<Workshop> {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-bench-'));
  const assembly = join(folder, 'assembly');
  synthesize({ outdir: assembly, context });
  await compileScripts(folder);
  const variant = variantMaker(assembly, folder);
  const store = await startStoreStub(storeMilliseconds);
  const nearStore = await startStoreStub(0);
  const quota = cpuQuota();
  return {
    assembly,
    script: (name) => scriptPath(folder, name),
    variant,
    store,
    nearStore,
    ...(typeof quota === 'string'
      ? { quota: undefined, quotaProblem: quota }
      : { quota, quotaProblem: undefined }),
    close: () => {
      if (typeof quota !== 'string') quota.remove();
      store.close();
      nearStore.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
