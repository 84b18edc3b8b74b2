import { expect, it } from 'vitest';
import { priceOf } from './memory-sizes.ts';
import { table } from './table.ts';
import { coldTable, verdictTable, warmTable } from './tables.ts';

it('a table is Markdown in straight columns', () => {
  expect(
    table(
      ['name', 'ms'],
      [
        ['ours', '9'],
        ['theirs', '1200'],
      ],
    ),
  ).toBe(
    ['| name   |   ms |', '| ------ | ---: |', '| ours   |    9 |', '| theirs | 1200 |'].join('\n'),
  );
});

it('a cold start is told by its medians and its ratio to the defaults at the same size', () => {
  const starts = [2, 4, 9].map((first) => ({ init: 10 * first, first, warm: [] }));
  const twice = starts.map(({ init, first }) => ({ init: 2 * init, first: 2 * first, warm: [] }));
  const text = coldTable(
    [
      { variant: 'ours', megabytes: 512, starts },
      { variant: 'NodejsFunction defaults', megabytes: 512, starts: twice },
    ],
    { ours: 190_400 },
  );
  expect(
    text
      .split('\n')[2]
      ?.split('|')
      .map((cell) => cell.trim()),
  ).toEqual(['', 'ours', '512', '40', '4', '44', '0.50', '190', '']);
});

it('a target is met, nearly met, missed or not measured', () => {
  const text = verdictTable([
    { claim: 'a', goal: 0.4, atMost: 0.5, value: 0.4, met: true },
    { claim: 'b', goal: 0.4, atMost: 0.5, value: 0.41, met: true },
    { claim: 'c', goal: 0.4, atMost: 0.5, value: 0.6, met: false },
    { claim: 'd', goal: 0.4, atMost: 0.5, value: undefined, met: true },
  ]);
  const words = text.split('\n').map((line) => line.split('|').at(-2)?.trim());
  expect(words.slice(2)).toEqual(['met', 'near', 'MISSED', '']);
});

it('what is in use is told by its medians and its ratios to what it was', () => {
  const text = warmTable([
    { variant: 'ours', p50: [1, 1.2, 3], cpu: [1, 1, 1], resident: [90, 91, 99] },
    { variant: 'ours, untuned', p50: [2, 2, 2], cpu: [2, 2, 2], resident: [100, 100, 100] },
  ]);
  expect(text.split('\n')[2]?.replace(/ +/g, ' ')).toBe(
    '| ours | 1.20 | 1.00 | 0.50 | 91 | 0.91 |',
  );
});

it('time is billed by started milliseconds, and by memory', () => {
  expect(priceOf(512, 3.2)).toBe(priceOf(512, 4));
  expect(priceOf(1024, 1000)).toBeCloseTo(0.0000133334, 12);
  expect(priceOf(512, 10)).toBeCloseTo(priceOf(1024, 10) / 2, 12);
});
