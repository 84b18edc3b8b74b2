import { type Bench, type Start, start } from './cold-start.ts';
import type { Variant, VariantName } from './variants.ts';

/** One start to measure, again and again. */
export interface Case {
  readonly variant: Variant;
  readonly megabytes: number;
  readonly invocations?: number;
}

export interface Row {
  readonly variant: VariantName;
  readonly megabytes: number;
  /** By round: the n-th of each row were measured within seconds of each other. */
  readonly starts: readonly Start[];
}

/** All cases once, then all again: what changes on the machine meanwhile meets each of them. */
export async function inRounds(
  bench: Bench,
  cases: readonly Case[],
  rounds: number,
  onStart: () => void,
): Promise<Row[]> {
  const starts: Start[][] = cases.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < cases.length; turn += 1) {
      // No case has the same neighbour's traces before it each time.
      const index = (turn + round) % cases.length;
      const one = cases[index] as Case;
      starts[index]?.push(await start(bench, one.variant, one.megabytes, one.invocations));
      onStart();
    }
  }
  return cases.map(({ variant, megabytes }, index) => ({
    variant: variant.name,
    megabytes,
    starts: starts[index] ?? [],
  }));
}

export type Metric = 'init' | 'first' | 'cold';

export function valuesOf({ starts }: Row, metric: Metric): number[] {
  return starts.map(({ init, first }) => ({ init, first, cold: init + first })[metric]);
}

export function rowOf(
  rows: readonly Row[],
  variant: VariantName,
  megabytes: number,
): Row | undefined {
  return rows.find((row) => row.variant === variant && row.megabytes === megabytes);
}
