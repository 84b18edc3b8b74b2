import { drive } from './drive.ts';
import type { Measurements } from './measurements.ts';
import { percentile } from './statistics.ts';
import type { StoreStub } from './store-stub.ts';
import { readEvent, type Variant } from './variants.ts';

/** What a lookup of a token takes, and a refusal of one that is mistyped. */
export async function tokenTimes(
  script: string,
  store: StoreStub,
  authorizer: Variant,
  invocations: number,
): Promise<Measurements['tokens']> {
  const warmUp = Math.ceil(invocations / 2);
  const lookup = { event: authorizer.event, warmUp, invocations };
  const refusal = { event: readEvent('authorize/malformed.json'), warmUp, invocations };
  const [lookups] = await drive(script, store, authorizer, [lookup]);
  const before = writesAndReads(store);
  const [refusals] = await drive(script, store, authorizer, [refusal]);
  return {
    lookupP99: percentile(lookups?.milliseconds ?? [], 0.99),
    refusalP99: percentile(refusals?.milliseconds ?? [], 0.99),
    requestsOfRefusals: writesAndReads(store) - before,
  };
}

// A start may ask whether the store is there; that is no lookup.
function writesAndReads({ counts }: StoreStub): number {
  return [...counts].reduce(
    (sum, [operation, count]) => sum + (operation === 'health' ? 0 : count),
    0,
  );
}
