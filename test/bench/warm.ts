import type { Bench } from './cold-start.ts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import type { Measurements } from './measurements.ts';
import { inRounds, type Row } from './rounds.ts';
import { median } from './statistics.ts';
import type { Variant } from './variants.ts';

export interface WarmPlan {
  readonly rounds: number;
  /** The first half of them warms up. */
  readonly invocations: number;
}

/** How long a warm invocation takes with middy and without. */
export async function warmMedians(
  bench: Bench,
  ours: Variant,
  withoutMiddy: Variant,
  { rounds, invocations }: WarmPlan,
  onStart: () => void,
): Promise<Measurements['warm']> {
  const cases = [ours, withoutMiddy].map((variant) => ({
    variant,
    megabytes: fullCoreMegabytes,
    invocations,
  }));
  const [one, other] = await inRounds(bench, cases, rounds, onStart);
  return { ours: mediansOf(one), withoutMiddy: mediansOf(other) };
}

function mediansOf(row: Row | undefined): number[] {
  return row?.starts.map(({ warm }) => median(warm.slice(warm.length / 2))) ?? [];
}
