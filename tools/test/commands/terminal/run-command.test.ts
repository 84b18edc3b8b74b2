import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { exitCodeOf } from '../../../commands/terminal/run-command.ts';

/** Runs this code as the body of a command. */
function command(body: string, stdout: number | 'pipe' = 'pipe') {
  const module = JSON.stringify(resolve('tools/commands/terminal/run-command.ts'));
  const code = `const { runCommand } = await import(${module});
    await runCommand(async () => { ${body} });`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', stdout, 'pipe'],
    timeout: 60_000,
    encoding: 'utf8',
  });
  return { status, stderr };
}

it('output that cannot be written is one sentence', () => {
  const { status, stderr } = command('console.log("x")', openSync('package.json', 'r'));
  expect(status).toBe(1);
  expect(stderr).toMatch(/^[^\n]+\(E[A-Z]+\)\.\n$/);
});

it('a command that fails ends, although it leaves a server open', () => {
  const body = '(await import("node:net")).createServer().listen(0, "127.0.0.1"); return 3;';
  expect(command(body)).toEqual({ status: 3, stderr: '' });
});

it.each([
  [new TypeError('broken'), [1, expect.stringMatching(/^TypeError: broken\n +at .+test\.ts:\d/)]],
  [Object.create(null), [1, expect.any(String)]],
])('a command that throws %o ends with this exit code and output: %j', async (thrown, outcome) => {
  const output: string[] = [];
  const code = await exitCodeOf(
    () => Promise.reject(thrown),
    (text) => output.push(text),
  );
  expect([code, ...output]).toEqual(outcome);
});
