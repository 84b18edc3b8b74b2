import { expect, it } from 'vitest';
import { mean, median, pairedRatio, percentile, sum } from './statistics.ts';

it('the median is the middle, or the mean of the two there', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 2, 1, 4])).toBe(3);
  expect(median([])).toBeNaN();
});

it('a percentile is a value that was measured', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentile(values, 0.99)).toBe(198);
  expect(percentile(values, 0.5)).toBe(100);
  expect(percentile([7], 0.99)).toBe(7);
});

it('a round that is slow as a whole leaves the ratio as it is', () => {
  expect(pairedRatio([1, 1, 8], [2, 2, 16])).toBe(0.5);
  expect(pairedRatio([1, 4, 8], [2, 2, 16])).toBe(0.5);
});

it('rounds that are no pairs are not compared', () => {
  expect(() => pairedRatio([1, 2], [1])).toThrow('same run');
});

it('sums and means are of all values', () => {
  expect(sum([])).toBe(0);
  expect(sum([1, 2, 4.5])).toBe(7.5);
  expect(mean([1, 2, 6])).toBe(3);
});
