import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import { machineSentence, thisMachine } from './machine.ts';
import { readBenchOptions } from './options.ts';
import { planFor } from './plan.ts';
import { writeResults } from './results.ts';
import { verdicts } from './targets.ts';

const measured = {
  cold: [
    {
      variant: 'ours' as const,
      megabytes: fullCoreMegabytes,
      starts: [
        { init: 100.26, first: 10.04, warm: [] },
        { init: 120, first: 12, warm: [] },
      ],
      leftOut: [{ init: 300.04, first: 30, warm: [] }],
    },
  ],
  warm: [{ variant: 'ours' as const, p50: [1.23456789], cpu: [], resident: [] }],
  heap: { every: 0, bytes: [] },
  tokens: { refusalP99: 0.01, lookupP99: 1, requestsOfRefusals: 0 },
  bytes: { ours: 190_000 },
  memory: [],
  throughPut: undefined,
};

it('figures are written start by start, with the machine that they are from', () => {
  const folder = temporaryFolder();
  const machine = thisMachine();
  const plan = planFor(readBenchOptions(['--rounds=2']));
  writeResults(folder, { machine, plan, measured, verdicts: verdicts(measured) });

  const text = readFileSync(join(folder, 'bench.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    machine: { node: process.version, cores: machine.cores },
    cold: [
      {
        medians: { init: 110.1, first: 11, cold: 121.2 },
        init: [100.3, 120],
        first: [10, 12],
        leftOut: [330],
      },
    ],
    warm: [{ variant: 'ours', p50: [1.23457] }],
    bytes: { ours: 190_000 },
  });
  expect(text).toMatch(/"init": \[ 100\.3, 120 \]/);
  const page = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(page).toContain(`2 rounds that were kept. ${machineSentence(machine)}.`);
  expect(page).toMatch(/^\| ours +\| 1769 \| +110 \| +11 \| +121 \|/m);
  expect(page).toContain('| bundle of create: bytes');
});
