/** The value that a share of all values does not exceed, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const [below = Number.NaN, above = Number.NaN] = [
    sorted[Math.floor(middle)],
    sorted[Math.ceil(middle)],
  ];
  return (below + above) / 2;
}

/** The median of each round's own ratio: what slows a whole round down cancels out. */
export function pairedRatio(values: readonly number[], bases: readonly number[]): number {
  if (values.length !== bases.length)
    throw new Error('Only rounds of the same run can be compared');
  return median(values.map((value, round) => value / (bases[round] ?? Number.NaN)));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
