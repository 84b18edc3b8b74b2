import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readBenchOptions } from './options.ts';
import { planFor } from './plan.ts';

it('measures everything in 40 rounds and writes it down, unless told otherwise', () => {
  expect(readBenchOptions([])).toEqual({
    rounds: 40,
    quick: false,
    check: false,
    help: false,
    out: 'test/lab/bench/results',
  });
  expect(readBenchOptions(['--quick'])).toMatchObject({ rounds: 3, out: undefined });
  expect(readBenchOptions(['--check', '--rounds=60'])).toMatchObject({
    rounds: 60,
    out: undefined,
  });
  expect(readBenchOptions(['--quick', '--out', 'x'])).toMatchObject({ out: 'x' });
});

it('a check measures what the targets compare, and no more', () => {
  const check = planFor(readBenchOptions(['--check']));
  const full = planFor(readBenchOptions([]));
  expect(check).toMatchObject({ throughPutRequests: 0, memoryRounds: 0 });
  expect(check.heapInvocations).toBe(full.heapInvocations);
  for (const [megabytes, variants] of check.starts) {
    const all = full.starts.find(([size]) => size === megabytes)?.[1];
    expect(all).toEqual(expect.arrayContaining([...variants]));
  }
});

it.each([
  [['--rounds', '0'], '--rounds takes a whole number from 1 to 999, not "0".'],
  [['--rounds=many'], '--rounds takes a whole number from 1 to 999, not "many".'],
  [['--out='], '--out is empty.'],
  [['--fast'], "Unknown option '--fast'. Try --help."],
  [['now'], "Unexpected argument 'now'. Try --help."],
])('%j is refused in one sentence', (args, sentence) => {
  expect(() => readBenchOptions(args)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(sentence) }),
  );
});

it('the command says so, and ends with 2', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [
    'test/lab/bench/main.ts',
    '--rounds=0',
  ]);
  expect({ status, stdout: String(stdout), stderr: String(stderr) }).toEqual({
    status: 2,
    stdout: '',
    stderr: '--rounds takes a whole number from 1 to 999, not "0".\n',
  });
});
