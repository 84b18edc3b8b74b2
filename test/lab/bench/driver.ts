import type { Context } from 'aws-lambda';
import { loadHandler } from './handler-loader.ts';

// A process that calls a handler by itself, for what is too quick or too long for the Runtime API.

export interface DriverJob {
  readonly event: unknown;
  readonly warmUp: number;
  readonly invocations: number;
  /** How often to read the heap, after a collection; never, unless told. */
  readonly readHeapEvery?: number;
}

export interface DriverResult {
  /** One for each invocation after the warm-up, none where the heap is read. */
  readonly milliseconds: readonly number[];
  /** In bytes, in their order. */
  readonly heap: readonly number[];
}

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
const { LAMBDA_TASK_ROOT = '.', _HANDLER = '' } = process.env;
const handler = await loadHandler(LAMBDA_TASK_ROOT, _HANDLER);

function usedHeap(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

process.on('message', async ({ event, warmUp, invocations, readHeapEvery }: DriverJob) => {
  const text = JSON.stringify(event);
  for (let count = 0; count < warmUp; count += 1) await handler(JSON.parse(text), context);
  const milliseconds: number[] = [];
  const heap: number[] = [];
  for (let count = 1; count <= invocations; count += 1) {
    const invoked = JSON.parse(text);
    const before = performance.now();
    await handler(invoked, context);
    if (readHeapEvery === undefined) milliseconds.push(performance.now() - before);
    else if (count % readHeapEvery === 0) heap.push(usedHeap());
  }
  process.send?.({ milliseconds, heap } satisfies DriverResult);
});
