import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

function read(file: string): string {
  return readFileSync(file, 'utf8');
}
const { machine, plan } = JSON.parse(read('test/lab/bench/results/bench.json'));
const table = read('test/lab/bench/results/README.md');
const [, section = ''] = /^## Fast\n(.*?)^## /ms.exec(read('README.md')) ?? [];

/** As the last run's own table rounds them. */
function mediansOf(variant: string): { first: string; cold: string } {
  const row = table
    .split('\n')
    .find((line) => line.startsWith(`| ${variant} `) && / 512 \|/.test(line));
  const [, , , , first = '', cold = ''] = (row ?? '').split('|').map((cell) => cell.trim());
  return { first, cold };
}

it('the README has the figures of the last run', () => {
  const [ours, byHand, defaults] = ['ours', 'hand-written SigV4', 'NodejsFunction defaults'].map(
    mediansOf,
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
