import fc, { type Arbitrary } from 'fast-check';
import { it } from 'vitest';
import { slow } from '../../tools/test/setup/slow.ts';

/** Tests that a claim holds for any value. A failure prints its seed, and the smallest value. */
export function property<Value>(
  claim: string,
  values: Arbitrary<Value>,
  holds: (value: Value) => Promise<void> | void,
): void {
  const always = fc.asyncProperty(values, async (value) => holds(value));
  it(claim, slow, () => fc.assert(always, { numRuns: 200 }));
}
