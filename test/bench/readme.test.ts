import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fullCoreMegabytes } from './cpu-quota.ts';

function read(file: string): string {
  return readFileSync(file, 'utf8');
}
const { machine, plan, cold, bytes } = JSON.parse(read('test/bench/results/bench.json'));
const [, section = ''] = /^## Fast\n(.*?)^## /ms.exec(read('README.md')) ?? [];

it('the README has the figures of the last run', () => {
  const told = [...section.matchAll(/^\| ([^|]+) \| (\S+) \| (\S+) \| (\S+) \| (\d+) \|$/gm)];
  const figure = (variant: string, megabytes: number): string => {
    const row = cold.find((one: Row) => one.variant === variant && one.megabytes === megabytes);
    return row === undefined ? '–' : row.medians.cold.toFixed(0);
  };
  const expected = Object.keys(bytes).map((variant) => [
    variant,
    ...[fullCoreMegabytes, 512, 128].map((megabytes) => figure(variant, megabytes)),
    (bytes[variant] / 1000).toFixed(0),
  ]);
  expect(told.map(([, ...cells]) => cells)).toEqual(expected);
});

it('the README names the machine, the day and the rounds', () => {
  const { processor, cores, node, date } = machine;
  expect(section).toContain(`${processor}, ${cores} cores, Node ${node}, ${date}`);
  expect(section).toContain(`${plan.rounds} rounds`);
});

interface Row {
  readonly variant: string;
  readonly megabytes: number;
}
