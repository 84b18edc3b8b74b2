import { expect, it } from 'vitest';
import { median, medianWithInterval, ratiosOf } from '../../../lab/bench/statistics.ts';

// Ranks of tables for the sign test: https://en.wikipedia.org/wiki/Sign_test
it.each([
  [6, 1, 6],
  [10, 2, 9],
  [20, 6, 15],
  [24, 7, 18],
  [40, 14, 27],
  [50, 18, 33],
])(
  'of %d values, the true median lies between those with the ranks %d and %d',
  (count, from, to) => {
    const descending = Array.from({ length: count }, (_, index) => count - index);
    const interval = `(${from.toFixed(2)} to ${to.toFixed(2)})`;
    expect(medianWithInterval(descending)).toBe(`${median(descending).toFixed(2)} ${interval}`);
  },
);

it('the median is the middle value by size', () => {
  expect(median([10, 9, 100])).toBe(10);
});

it('a ratio is the median of our times, each divided by another one of its round', () => {
  const rounds = [
    [50, 100, 25],
    [100, 400, 100],
    [800, 1_000, 400],
  ].map((round) => round.map((elapsed) => ({ elapsed, cpu: 0 })));
  expect(ratiosOf(rounds)).toEqual([0.5, 2]);
  expect(ratiosOf([])).toEqual([]);
});
