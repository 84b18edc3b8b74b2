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

/** The part of the rounds that is kept: those with the least time over all cases together. */
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
  const rows = cases.map(({ variant: { name: variant }, megabytes }) => {
    return { variant, megabytes, starts: [] as Start[] };
  });
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < cases.length; turn += 1) {
      const index = (turn + round) % cases.length;
      rows[index]?.starts.push(await start(bench, cases[index] as Case));
    }
  }
  return withoutNoise(rows);
}

/** Keeps or leaves out a round of a memory size as a whole, never by the time of one case. */
function withoutNoise(rows: readonly Row[]): Row[] {
  return rows.map((row) => {
    const sameSize = rows.filter(({ megabytes }) => megabytes === row.megabytes);
    const durations = row.starts.map((_, round) => {
      const starts = sameSize.flatMap(({ starts }) => starts[round] ?? []);
      return sum(starts.map(({ init, first, warm }) => init + first + sum(warm)));
    });
    const count = Math.ceil(keptShare * durations.length);
    const slowest = durations.toSorted((one, other) => one - other)[count - 1] ?? 0;
    return { ...row, starts: row.starts.filter((_, round) => Number(durations[round]) <= slowest) };
  });
}

export type Metric = 'init' | 'first' | 'cold';

export function valuesOf({ starts }: Row, metric: Metric): number[] {
  return starts.map(({ init, first }) => ({ init, first, cold: init + first })[metric]);
}

/** The second half of the invocations after the first one, in milliseconds, by round. */
export function warmOf({ starts }: Row): number[][] {
  return starts.map(({ warm }) => warm.slice(warm.length / 2));
}

export function rowOf(
  rows: readonly Row[],
  variant: VariantName,
  megabytes: number,
): Row | undefined {
  return rows.find((row) => row.variant === variant && row.megabytes === megabytes);
}
