import type { Round } from './rounds.ts';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * The median, and in parentheses where the true one lies with at least 95 % certainty. Six values are the fewest that can
 * say so. https://en.wikipedia.org/wiki/Order_statistic#Confidence_intervals
 */
export function medianWithInterval(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const rank = lowRank(values.length);
  const [from, to] = [sorted[rank - 1], sorted.at(-rank)].map((value) => value?.toFixed(2));
  return `${median(values).toFixed(2)} (${from} to ${to})`;
}

/** The last rank, counted from 1, below which the true median lies with a chance of at most 2.5 %. */
function lowRank(count: number): number {
  let rank = 0;
  // Each value is below the true median or not, as by the toss of a coin: so many of them with this chance.
  let chance = 0.5 ** count;
  let total = chance;
  while (total <= 0.025) {
    rank += 1;
    chance *= (count - rank + 1) / rank;
    total += chance;
  }
  return rank;
}

/** Our time, divided by that of each other bundle in the same round. Ours is the first one. Empty without rounds. */
export function ratiosOf(rounds: readonly Round[]): number[] {
  const [[, ...others] = []] = rounds;
  return others.map((_, index) =>
    median(rounds.map(([ours, ...rest]) => (ours?.elapsed ?? 0) / (rest[index]?.elapsed ?? 0))),
  );
}
