import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

function read(file: string): string {
  return readFileSync(file, 'utf8');
}
const { machine, plan, cold } = JSON.parse(read('test/bench/results/bench.json'));
const [, section = ''] = /^## Fast\n(.*?)^## /ms.exec(read('README.md')) ?? [];

function medianOf(variant: string, metric: 'cold' | 'first'): string {
  const row = cold.find((one: Row) => one.variant === variant && one.megabytes === 512);
  return row.medians[metric].toFixed(0);
}

it('the README has the figures of the last run', () => {
  const [ours, byHand, defaults] = ['ours', 'hand-written SigV4', 'NodejsFunction defaults'].map(
    (variant) => ({ cold: medianOf(variant, 'cold'), first: medianOf(variant, 'first') }),
  );
  expect(section).toContain(`takes ${ours?.cold} ms`);
  expect(section).toContain(`takes ${byHand?.cold};`);
  expect(section).toContain(`takes ${defaults?.cold}.`);
  expect(section).toContain(`${ours?.first} ms instead of ${byHand?.first} and ${defaults?.first}`);
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
