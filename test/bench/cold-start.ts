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
  /** Of several invocations: milliseconds of CPU for each of the second half, and bytes in memory after the last. */
  readonly cpu?: number;
  readonly resident?: number;
}

export interface Bench {
  /** The compiled runtime. */
  readonly runtime: string;
  readonly store: StoreStub;
  readonly quota: CpuQuota | undefined;
}

/** One fresh process, its first invocation, and as many more as asked for. */
export async function start(
  { runtime, store, quota }: Bench,
  { lambda, event, accepts, name }: Variant,
  megabytes: number,
  invocations = 1,
): Promise<Start> {
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
  try {
    const init = (await api.initialized) - startedAt;
    quota?.apply(Number(child.pid), megabytes);
    const times: number[] = [];
    const half = Math.ceil(invocations / 2);
    let before: ProcessUsage | undefined;
    while (times.length < invocations) {
      if (times.length === half) before = usageOf(Number(child.pid));
      const { milliseconds, payload } = await api.invoke(event);
      if (!accepts(payload)) throw new Error(`${name} answered ${payload} ${complaint}`);
      times.push(milliseconds);
    }
    const [first = Number.NaN, ...warm] = times;
    const after = usageOf(Number(child.pid));
    if (before === undefined || after === undefined) return { init, first, warm };
    const cpu = (after.cpu - before.cpu) / (invocations - half);
    return { init, first, warm, cpu, resident: after.resident };
  } finally {
    // Not asked: nobody may write a code cache, for instance, at its end.
    child.kill('SIGKILL');
    await closed;
    api.close();
  }
}
