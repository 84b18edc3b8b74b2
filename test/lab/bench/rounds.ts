import { type Bench, type Start, start } from './cold-start.ts';
import { sum } from './statistics.ts';
import type { Variant, VariantName } from './variants.ts';

/** One start to measure, again and again. */
export interface Case {
  readonly variant: Variant;
  readonly megabytes: number;
  readonly invocations?: number;
}

export interface Row {
  /** Or both functions, of which a client who comes first waits for one after the other. */
  readonly variant: VariantName | 'both functions';
  readonly megabytes: number;
  /** By round: the n-th of each row of a memory size were measured within seconds of each other. */
  readonly starts: readonly Start[];
  /** Those of the rounds that were left out, for what else the machine did meanwhile. */
  readonly leftOut?: readonly Start[];
}

/** Of a memory size's rounds, so many are kept: those that took least time, over all its cases together. */
const keptShare = 0.6;

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
  return withoutNoise(
    cases.map(({ variant, megabytes }, index) => ({
      variant: variant.name,
      megabytes,
      starts: starts[index] ?? [],
    })),
  );
}

/** The rule is blind to who took how long: a round is kept or left out as a whole. */
export function withoutNoise(rows: readonly Row[]): Row[] {
  return rows.map((row) => {
    const rivals = rows.filter(({ megabytes }) => megabytes === row.megabytes);
    const rounds = row.starts.map((_, round) => rivals.map(({ starts }) => starts[round] as Start));
    const kept = new Set(quietRounds(rounds));
    const isKept = (_: Start, round: number) => kept.has(rounds[round] as Start[]);
    return {
      ...row,
      starts: row.starts.filter(isKept),
      leftOut: row.starts.filter((start, round) => !isKept(start, round)),
    };
  });
}

export function quietRounds<One extends Start>(rounds: readonly One[][]): One[][] {
  const durationOfAll = (round: readonly One[]) => sum(round.map(durationOf));
  const longest = rounds.map(durationOfAll).toSorted((one, other) => one - other)[
    Math.ceil(keptShare * rounds.length) - 1
  ] as number;
  return rounds.filter((round) => durationOfAll(round) <= longest);
}

function durationOf(start: Start): number {
  return start.init + start.first + sum(start.warm);
}

export type Metric = 'init' | 'first' | 'cold';

export function valuesOf({ starts }: Row, metric: Metric): number[] {
  return starts.map(({ init, first }) => ({ init, first, cold: init + first })[metric]);
}

export function rowOf(
  rows: readonly Row[],
  variant: Row['variant'],
  megabytes: number,
): Row | undefined {
  return rows.find((row) => row.variant === variant && row.megabytes === megabytes);
}

/** A row for both functions after the authorizer's, at each memory size that has both. */
export function withBothFunctions(rows: readonly Row[]): Row[] {
  return rows.flatMap((row) => {
    const create = rowOf(rows, 'ours', row.megabytes);
    if (row.variant !== 'our authorizer' || create === undefined) return [row];
    const starts = row.starts.map(({ init, first }, round) => ({
      init: init + (create.starts[round]?.init ?? Number.NaN),
      first: first + (create.starts[round]?.first ?? Number.NaN),
      warm: [],
    }));
    return [row, { variant: 'both functions' as const, megabytes: row.megabytes, starts }];
  });
}
