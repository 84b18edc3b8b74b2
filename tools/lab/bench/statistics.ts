export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * The median, and in parentheses where the true one lies with 95 % certainty, by the ranks of a binomial distribution. Its
 * standard deviation is half the square root of their number, and 1.96 of them are 95 %.
 * https://en.wikipedia.org/wiki/Order_statistic#Confidence_intervals
 */
export function medianWithInterval(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const [middle, half] = [values.length / 2, (1.96 * Math.sqrt(values.length)) / 2];
  const [low, high] = [Math.floor(middle - half), Math.ceil(middle + half) - 1];
  const [from, to] = [sorted[low], sorted[high]].map((value) => value?.toFixed(2));
  return `${median(values).toFixed(2)} (${from} to ${to})`;
}
