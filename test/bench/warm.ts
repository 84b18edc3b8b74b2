import type { Bench } from './cold-start.ts';
import type { WarmRow } from './measurements.ts';
import { inRounds } from './rounds.ts';
import { median } from './statistics.ts';
import type { Variant } from './variants.ts';

export interface WarmPlan {
  readonly rounds: number;
  /** The first half of them warms up. */
  readonly invocations: number;
}

// As deployed, for what Node makes of its memory; the time is that of a full core.
const megabytes = 512;

/** What an invocation takes of time and of CPU, and a process of memory, once it is in use. */
export async function warmRows(
  bench: Bench,
  variants: readonly Variant[],
  { rounds, invocations }: WarmPlan,
  onStart: () => void,
): Promise<WarmRow[]> {
  const cases = variants.map((variant) => ({ variant, megabytes, invocations }));
  const rows = await inRounds({ ...bench, quota: undefined }, cases, rounds, onStart);
  return rows.map(({ starts }, index) => ({
    variant: (variants[index] as Variant).name,
    p50: starts.map(({ warm }) => median(warm.slice(warm.length / 2))),
    cpu: starts.flatMap(({ cpu }) => cpu ?? []),
    resident: starts.flatMap(({ resident }) => (resident === undefined ? [] : resident / 1e6)),
  }));
}
