import { prices } from '../../docs/cost/prices.ts';
import type { Bench } from './cold-start.ts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import { inRounds, valuesOf } from './rounds.ts';
import { mean, median, percentile } from './statistics.ts';
import type { Variant } from './variants.ts';

/** What the function takes and costs at one memory size. */
export interface MemorySize {
  readonly megabytes: number;
  readonly init: number;
  readonly first: number;
  readonly warmP50: number;
  readonly warmP99: number;
  /** US dollars of Lambda for a million requests, of which one in a thousand starts an instance. */
  readonly dollars: number;
  readonly dollarsOfInit: number;
}

const requestsPerStart = 1_000;

export const memorySizes = [128, 256, 512, 1024, fullCoreMegabytes] as const;

const warmInvocations = 60;

export async function overMemorySizes(
  bench: Bench,
  variant: Variant,
  rounds: number,
  onStart: () => void,
): Promise<MemorySize[]> {
  const sizes = bench.quota === undefined ? [fullCoreMegabytes] : memorySizes;
  const cases = sizes.map((megabytes) => ({
    variant,
    megabytes,
    invocations: warmInvocations + 20,
  }));
  const rows = await inRounds(bench, cases, rounds, onStart);
  return rows.map((row) => {
    const warm = row.starts.flatMap((start) => start.warm.slice(-warmInvocations));
    const [init, first] = [median(valuesOf(row, 'init')), median(valuesOf(row, 'first'))];
    const starts = 1e6 / requestsPerStart;
    const dollarsOfInit = starts * priceOf(row.megabytes, init);
    const dollars =
      1e6 * prices.invocation +
      (1e6 - starts) * mean(warm.map((one) => priceOf(row.megabytes, one))) +
      starts * priceOf(row.megabytes, first) +
      dollarsOfInit;
    return {
      megabytes: row.megabytes,
      init,
      first,
      warmP50: median(warm),
      warmP99: percentile(warm, 0.99),
      dollars,
      dollarsOfInit,
    };
  });
}

/** Lambda bills each started millisecond, and since August 2025 those of init, too. */
export function priceOf(megabytes: number, milliseconds: number): number {
  return (megabytes / 1024) * (Math.ceil(milliseconds) / 1000) * prices.gigabyteSecond;
}
