import { expect, it } from 'vitest';
import { dollarsPerMillion } from './memory-sizes.ts';
import { table } from './table.ts';
import { coldTable, verdictTable } from './tables.ts';

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

it('a million invocations cost their count and their time', () => {
  expect(dollarsPerMillion(1024, 0)).toBeCloseTo(0.2);
  expect(dollarsPerMillion(512, 10) - dollarsPerMillion(512, 0)).toBeCloseTo(
    (dollarsPerMillion(1024, 10) - dollarsPerMillion(1024, 0)) / 2,
  );
});
