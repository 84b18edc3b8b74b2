import { vi } from 'vitest';
import { template } from '../synthesized.ts';
import { faults } from './fault.ts';
import type { FaultCase } from './fault-cases.ts';
import { type FaultyStore, startFaultyStore } from './faulty-store.ts';

/** A function's handler as one instance of it holds it, with a client and connections of its own. */
export interface Instance<Handler> {
  readonly handler: Handler;
  readonly store: FaultyStore;
}

/**
 * Loads a handler anew before a store of its own, and uses it once: where its store is, the SDK
 * reads from the environment at its first request.
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

/** When Lambda would end a function, by the template. */
export function timeoutOf(fn: 'CreatePlant' | 'Authorize'): number {
  return Number(template.Resources[fn]?.Properties['Timeout']) * 1_000;
}
