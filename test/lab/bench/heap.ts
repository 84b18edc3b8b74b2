import { drive } from './drive.ts';
import type { Measurements } from './measurements.ts';
import type { StoreStub } from './store-stub.ts';
import type { Variant } from './variants.ts';

/** What one process holds on to while it serves request after request. */
export async function heapOverTime(
  script: string,
  store: StoreStub,
  variant: Variant,
  invocations: number,
): Promise<Measurements['heap']> {
  const every = invocations / 50;
  const job = { event: variant.event, warmUp: 0, invocations, readHeapEvery: every };
  const [result] = await drive(script, store, variant, [job]);
  return { every, bytes: result?.heap ?? [] };
}
