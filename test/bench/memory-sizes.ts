import { prices } from '../../infra/cost/prices.ts';
import type { Bench } from './cold-start.ts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import { inRounds, valuesOf } from './rounds.ts';
import { median, percentile } from './statistics.ts';
import type { Variant } from './variants.ts';

/** What the function takes and costs at one memory size. */
export interface MemorySize {
  readonly megabytes: number;
  readonly cold: number;
  readonly first: number;
  readonly warmP50: number;
  readonly warmP99: number;
  /** US dollars for the time and the count of a million warm invocations. */
  readonly dollarsPerMillion: number;
}

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
    const mean = warm.reduce((sum, one) => sum + Math.ceil(one), 0) / warm.length;
    return {
      megabytes: row.megabytes,
      cold: median(valuesOf(row, 'cold')),
      first: median(valuesOf(row, 'first')),
      warmP50: median(warm),
      warmP99: percentile(warm, 0.99),
      dollarsPerMillion: dollarsPerMillion(row.megabytes, mean),
    };
  });
}

/** Lambda bills each started millisecond. */
export function dollarsPerMillion(megabytes: number, billedMilliseconds: number): number {
  return (
    1e6 *
    (prices.invocation + (megabytes / 1024) * (billedMilliseconds / 1000) * prices.gigabyteSecond)
  );
}
