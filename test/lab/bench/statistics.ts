/** The smallest value that at least this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return sum([sorted[Math.floor(middle)], sorted[Math.ceil(middle)]].map(Number)) / 2;
}

/** The median of each round's own ratio, so a round that is slow as a whole changes nothing. */
export function pairedRatio(values: readonly number[], bases: readonly number[]): number {
  if (values.length !== bases.length)
    throw new Error('Only rounds of the same run can be compared');
  return median(values.map((value, round) => value / (bases[round] ?? Number.NaN)));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
