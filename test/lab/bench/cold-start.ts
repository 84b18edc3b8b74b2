import { once } from 'node:events';
import type { CpuQuota } from './cpu-quota.ts';
import { startFunctionProcess } from './function-process.ts';
import { type ProcessUsage, usageOf } from './process-usage.ts';
import { startRuntimeApi } from './runtime-api.ts';
import type { StoreStub } from './store-stub.ts';
import type { Variant } from './variants.ts';

export interface Start {
  /** From the start of the process to the first request for an event, on a full core. */
  readonly init: number;
  /** The first invocation, on the memory size's share of a core. */
  readonly first: number;
  /** Those that follow, in their order. */
  readonly warm: readonly number[];
}

export interface Bench {
  /** The compiled runtime. */
  readonly runtime: string;
  readonly store: StoreStub;
  readonly quota: CpuQuota | undefined;
}

/** A process whose init is over. */
export interface Launched {
  readonly init: number;
  /** Invokes it once more; gives the milliseconds. */
  readonly invoke: () => Promise<number>;
  readonly usage: () => ProcessUsage | undefined;
  readonly end: () => Promise<void>;
}

/** One fresh process, its first invocation, and as many more as asked for. */
export async function start(
  bench: Bench,
  variant: Variant,
  megabytes: number,
  invocations = 1,
): Promise<Start> {
  const { init, invoke, end } = await launch(bench, variant, megabytes);
  try {
    const first = await invoke();
    const warm: number[] = [];
    while (warm.length + 1 < invocations) warm.push(await invoke());
    return { init, first, warm };
  } finally {
    await end();
  }
}

/** A fresh process, up to its first request for an event. */
export async function launch(
  { runtime, store, quota }: Bench,
  { lambda, event, accepts, name }: Variant,
  megabytes: number,
): Promise<Launched> {
  const api = await startRuntimeApi();
  const startedAt = performance.now();
  const child = startFunctionProcess({
    script: runtime,
    lambda,
    megabytes,
    store,
    variables: { AWS_LAMBDA_RUNTIME_API: api.address },
  });
  let complaint = '';
  child.stderr?.on('data', (text) => {
    complaint += text;
  });
  const closed = once(child, 'close').then(() => api.abandon(`${name} ended: ${complaint}`));
  const end = async () => {
    // Not asked: nobody may write a code cache, for instance, at its end.
    child.kill('SIGKILL');
    await closed;
    api.close();
  };
  const invoke = async () => {
    const { milliseconds, payload } = await api.invoke(event);
    if (!accepts(payload)) throw new Error(`${name} answered ${payload} ${complaint}`);
    return milliseconds;
  };
  try {
    const init = (await api.initialized) - startedAt;
    quota?.apply(Number(child.pid), megabytes);
    return { init, invoke, usage: () => usageOf(Number(child.pid)), end };
  } catch (error) {
    await end();
    throw error;
  }
}
