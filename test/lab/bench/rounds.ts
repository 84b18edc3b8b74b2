import { type Bench, launch } from './function-process.ts';
import { sum } from './statistics.ts';
import type { Variant, VariantName } from './variants.ts';

/** The milliseconds of one fresh process. */
export interface Start {
  readonly init: number;
  /** The first invocation, on the memory size's share of a core. */
  readonly first: number;
  /** The invocations after it. */
  readonly warm: readonly number[];
}

/** A start that is measured in each round. */
export interface Case {
  readonly variant: Variant;
  readonly megabytes: number;
  readonly invocations?: number;
}

export interface Row {
  readonly variant: VariantName;
  readonly megabytes: number;
  /** By round. All rows of a memory size have the same rounds. */
  readonly starts: readonly Start[];
}

/** The share of the rounds that is kept: those that took least time over all cases together. */
const keptShare = 0.6;

export async function start(
  bench: Bench,
  { variant, megabytes, invocations = 1 }: Case,
): Promise<Start> {
  const { init, invoke, end } = await launch(bench, variant, megabytes);
  try {
    const first = await invoke();
    const warm: number[] = [];
    while (warm.length + 1 < invocations) warm.push(await invoke());
    return { init, first, warm };
  } finally {
    await end();
  }
}

/** Starts each case, then each again. The order turns, so no case always follows the same one. */
export async function inRounds(
  bench: Bench,
  cases: readonly Case[],
  rounds: number,
): Promise<Row[]> {
  const starts: Start[][] = cases.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < cases.length; turn += 1) {
      const index = (turn + round) % cases.length;
      starts[index]?.push(await start(bench, cases[index] as Case));
    }
  }
  const rows = cases.map(({ variant, megabytes }, index) => ({
    variant: variant.name,
    megabytes,
    starts: starts[index] ?? [],
  }));
  return withoutNoise(rows);
}

/** Keeps or leaves out a round of a memory size as a whole, never by the time of one case. */
export function withoutNoise(rows: readonly Row[]): Row[] {
  return rows.map((row) => {
    const sameSize = rows.filter(({ megabytes }) => megabytes === row.megabytes);
    const colds = sameSize.map((one) => valuesOf(one, 'cold'));
    const kept = quietRounds(
      row.starts.map((_, round) => sum(colds.map((cold) => cold[round] ?? 0))),
    );
    return { ...row, starts: row.starts.filter((_, round) => kept.has(round)) };
  });
}

/** The rounds with the shortest durations. */
export function quietRounds(durations: readonly number[]): ReadonlySet<number> {
  const byDuration = [...durations.entries()].toSorted(([, one], [, other]) => one - other);
  const count = Math.ceil(keptShare * durations.length);
  return new Set(byDuration.slice(0, count).map(([round]) => round));
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
