import { type StdioOptions, spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Interruption } from '../../../../infra/commands/terminal/interruption.ts';
import { exitCodeOf } from '../../../../infra/commands/terminal/run-command.ts';
import { Problem, UsageError } from '../../../../infra/problem.ts';

/** The exit code and the output of a command that throws this. */
async function outcomeOf(thrown: unknown) {
  const said: string[] = [];
  const code = await exitCodeOf(
    () => Promise.reject(thrown),
    (text) => said.push(text),
  );
  return [code, ...said];
}

it('output that cannot be written is one sentence', () => {
  const stdio: StdioOptions = ['ignore', openSync('package.json', 'r'), 'pipe'];
  const start = spawnSync(process.execPath, ['infra/commands/start/main.ts', '--help'], {
    stdio,
    encoding: 'utf8',
  });
  expect(start.status).toBe(1);
  expect(start.stderr).toMatch(/^The output cannot be written \(E[A-Z]+\)\.\n$/);
});

describe('a command', () => {
  it.each([
    [undefined, 0],
    [1, 1],
  ])('that returns %j ends with %i', async (given, code) => {
    expect(await exitCodeOf(() => given, expect.fail)).toBe(code);
  });

  it.each([
    [new UsageError('It cannot be meant.'), 2],
    [new Problem('It cannot be done.'), 1],
  ])('that throws %o prints its sentence and ends with %i', async (error, code) => {
    expect(await outcomeOf(error)).toEqual([code, error.message]);
  });

  it('that has a bug shows its stack and ends with 1', async () => {
    const bug = new TypeError('broken');
    expect(await outcomeOf(bug)).toEqual([1, bug.stack]);
    expect(await outcomeOf('text')).toEqual([1, 'text']);
  });

  it('that a signal ended prints nothing and ends with its code', async () => {
    expect(await outcomeOf(new Interruption('SIGPIPE'))).toEqual([141]);
  });
});
