import fc, { type Arbitrary } from 'fast-check';
import { it } from 'vitest';

// Repeats all values of a run: SEED=… npm test -- properties -t '…'
const givenSeed = process.env['SEED'];

/** Tests that a claim holds for any value. It prints a seed, which repeats the same values. */
export function property<Value>(
  claim: string,
  values: Arbitrary<Value>,
  holds: (value: Value) => Promise<void> | void,
): void {
  it(claim, { timeout: 600_000 }, async () => {
    const seed = givenSeed === undefined ? (Math.random() * 2 ** 32) | 0 : Number(givenSeed);
    const numRuns = givenSeed === undefined ? 200 : 10_000;
    process.stdout.write(`SEED=${seed} ${numRuns} × ${claim}\n`);
    await fc.assert(
      fc.asyncProperty(values, async (value) => holds(value)),
      { seed, numRuns },
    );
  });
}
