import { expect, it } from 'vitest';
import { type Row, rowOf, valuesOf, withBothFunctions, withoutNoise } from './rounds.ts';

function row(variant: Row['variant'], megabytes: number, inits: readonly number[]): Row {
  return { variant, megabytes, starts: inits.map((init) => ({ init, first: 1, warm: [] })) };
}

it('of five rounds, the two that took longest over all cases are left out for all', () => {
  const rows = withoutNoise([
    row('ours', 512, [100, 300, 101, 102, 400]),
    row('express', 512, [200, 201, 900, 202, 203]),
  ]);
  expect(rows.map((one) => valuesOf(one, 'init'))).toEqual([
    [100, 300, 102],
    [200, 201, 202],
  ]);
  expect(rows[0]?.leftOut?.map(({ init }) => init)).toEqual([101, 400]);
});

it('another memory size has its own quiet rounds', () => {
  const [one, other] = withoutNoise([
    row('ours', 512, [1, 2, 3, 4, 5]),
    row('ours', 128, [5, 4, 3, 2, 1]),
  ]);
  expect(valuesOf(one as Row, 'init')).toEqual([1, 2, 3]);
  expect(valuesOf(other as Row, 'init')).toEqual([3, 2, 1]);
});

it('what comes after the first invocation counts, too, where it was measured', () => {
  const warm = (times: readonly number[]): Row => ({
    variant: 'ours',
    megabytes: 512,
    starts: times.map((time) => ({ init: 1, first: 1, warm: [time, time] })),
  });
  const [kept] = withoutNoise([warm([9, 1, 2, 3, 8])]);
  expect(kept?.starts.map((start) => start.warm[0])).toEqual([1, 2, 3]);
});

it('both functions take what each takes in the same round', () => {
  const rows = withBothFunctions([
    row('ours', 512, [100, 110]),
    row('our authorizer', 512, [90, 80]),
    row('ours', 128, [100, 110]),
  ]);
  expect(rows.map(({ variant }) => variant)).toEqual([
    'ours',
    'our authorizer',
    'both functions',
    'ours',
  ]);
  expect(valuesOf(rowOf(rows, 'both functions', 512) as Row, 'cold')).toEqual([192, 192]);
});
