import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Problem, UsageError } from '../../../../infra/base.ts';
import { Interruption } from '../../../../tools/commands/terminal/interruption.ts';
import { exitCodeOf } from '../../../../tools/commands/terminal/run-command.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';

/** Runs this code as the body of a command. */
function command(body: string, stdout: number | 'pipe' = 'pipe') {
  const module = JSON.stringify(resolve('tools/commands/terminal/run-command.ts'));
  const code = `const { runCommand, writeOut } = await import(${module});
    await runCommand(async () => { ${body} });`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', stdout, 'pipe'],
    timeout: 60_000,
    encoding: 'utf8',
  });
  return { status, stderr };
}

it.each(['console.log("x")', 'writeOut("x")'])(
  'output of %s that cannot be written is one sentence',
  (statement) => {
    const { status, stderr } = command(statement, openSync('package.json', 'r'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The output cannot be written \(E[A-Z]+\)\.\n$/);
  },
);

it('a secret is not written to the null device, which Node opens for a closed output', () => {
  const file = openSync(join(temporaryFolder(), 'out'), 'w');
  const written = { status: 0, stderr: '' };
  expect(command('writeOut("x", true)', file)).toEqual(written);
  const device = openSync(devNull, 'w');
  expect(command('writeOut("x")', device)).toEqual(written);
  expect(command('writeOut("x", true)', device)).toEqual({
    status: 1,
    stderr: 'The output cannot be written (a closed output, or a device).\n',
  });
  for (const open of [file, device]) closeSync(open);
});

it('a command that fails ends, although it leaves a server open', () => {
  const body = '(await import("node:net")).createServer().listen(0, "127.0.0.1"); return 3;';
  expect(command(body)).toEqual({ status: 3, stderr: '' });
});

describe('a command', () => {
  it.each([
    ['', 0],
    ['process.exitCode = 3', 3],
    ['process.exitCode = 3; return 0', 3],
    ['process.exitCode = 3; return 1', 1],
  ])('that runs "%s" ends with %i, and no 0 replaces another exit code', (statements, code) => {
    expect(command(statements)).toEqual({ status: code, stderr: '' });
  });

  const bug = new TypeError('broken');
  it.each([
    [new UsageError('It cannot be meant.'), [2, 'It cannot be meant.']],
    [new Problem('It cannot be done.'), [1, 'It cannot be done.']],
    [bug, [1, bug.stack]],
    ['text', [1, 'text']],
    [new Interruption('SIGPIPE'), [141]],
  ])('that throws %o ends with this exit code and output: %j', async (thrown, outcome) => {
    const output: string[] = [];
    const code = await exitCodeOf(
      () => Promise.reject(thrown),
      (text) => output.push(text),
    );
    expect([code, ...output]).toEqual(outcome);
  });
});
