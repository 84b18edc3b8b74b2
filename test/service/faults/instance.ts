import { vi } from 'vitest';
import { template } from '../../synthesized.ts';
import { faults } from './fault.ts';
import type { FaultCase } from './fault-cases.ts';
import { type FaultyStore, startFaultyStore } from './faulty-store.ts';

/** A function's handler as in one instance, with its own client and connections. */
export interface Instance<Handler> {
  readonly handler: Handler;
  readonly store: FaultyStore;
}

/**
 * Loads a new copy of a handler with its own store, and calls it once: the SDK reads the store's
 * address from the environment at the first request.
 */
export async function startInstance<Handler>(
  storeUrl: string,
  { fault }: FaultCase,
  load: () => Promise<{ handler: Handler }>,
  use: (handler: Handler) => Promise<unknown>,
): Promise<Instance<Handler>> {
  const store = await startFaultyStore(storeUrl, faults[fault]);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
  vi.resetModules();
  const { handler } = await load();
  await use(handler);
  return { handler, store };
}

export function timesOf({ often }: FaultCase): number {
  return often === 'once' ? 1 : Number.POSITIVE_INFINITY;
}

/** The timeout of a function in the template. */
export function timeoutOf(fn: 'CreatePlant' | 'Authorize'): number {
  return Number(template.Resources[fn]?.Properties['Timeout']) * 1_000;
}
