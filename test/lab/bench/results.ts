import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, machineSentence } from './machine.ts';
import type { Measured } from './measure.ts';
import type { Plan } from './plan.ts';
import { valuesOf } from './rounds.ts';
import { median } from './statistics.ts';
import { allTables } from './tables.ts';
import type { Verdict } from './targets.ts';

export interface Results {
  readonly machine: Machine;
  readonly plan: Plan;
  readonly measured: Measured;
  readonly verdicts: readonly Verdict[];
}

/** Writes the figures as JSON, each start by itself, and as tables. */
export function writeResults(folder: string, results: Results): void {
  const { machine, measured, plan, verdicts } = results;
  const cold = measured.cold.map((row) => ({
    variant: row.variant,
    megabytes: row.megabytes,
    medians: {
      init: rounded(median(valuesOf(row, 'init'))),
      first: rounded(median(valuesOf(row, 'first'))),
      cold: rounded(median(valuesOf(row, 'cold'))),
    },
    init: valuesOf(row, 'init').map(rounded),
    first: valuesOf(row, 'first').map(rounded),
    leftOut: row.leftOut?.map(({ init, first }) => rounded(init + first)),
  }));
  const text = JSON.stringify({ machine, plan, verdicts, ...measured, cold }, roundedNumbers, 1);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'bench.json'), `${withShortLists(text)}\n`);
  writeFileSync(join(folder, 'README.md'), page(results));
}

function page({ machine, measured, plan, verdicts }: Results): string {
  return `# The last run

Written by \`npm run bench\`: medians of those of ${plan.rounds} rounds that were kept. ${machineSentence(machine)}.

[How it measures](../README.md), and [every start by itself](bench.json).

![Cold starts](cold-starts.svg)

${allTables(measured, verdicts).join('\n\n')}
`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function roundedNumbers(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value;
}

/** A list of numbers or names takes one line. */
function withShortLists(json: string): string {
  return json.replace(/\[[^[\]{}]+\]/g, (list) => list.replace(/\s+/g, ' '));
}
