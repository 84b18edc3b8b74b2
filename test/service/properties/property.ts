import fc, { type Arbitrary } from 'fast-check';
import { it } from 'vitest';
import { publish } from '../../lab/prove/figure.ts';
import { often } from '../../lab/prove/often.ts';

// To repeat all values of a run: SEED=… npx vitest run test/service/properties -t '…'
const givenSeed = process.env['SEED'];

/**
 * A test that a claim holds for any value: 10,000 values in `npm run prove`, fewer in `npm test`, new ones
 * each time. It prints their seed, with which they can be made again.
 */
export function property<Value>(
  claim: string,
  values: Arbitrary<Value>,
  holds: (value: Value) => Promise<void> | void,
  runs = { full: 10_000, short: 200 },
): void {
  it(claim, { timeout: 600_000 }, async () => {
    const seed = givenSeed === undefined ? (Math.random() * 2 ** 32) | 0 : Number(givenSeed);
    const numRuns = givenSeed === undefined ? often(runs) : runs.full;
    process.stdout.write(`SEED=${seed} ${numRuns} × ${claim}\n`);
    await fc.assert(
      fc.asyncProperty(values, async (value) => holds(value)),
      { seed, numRuns },
    );
    publish({ part: 'properties', claim, figure: `${numRuns.toLocaleString('en')} values` });
  });
}
