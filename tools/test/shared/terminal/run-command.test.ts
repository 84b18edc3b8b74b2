import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { exitCodeOf } from '../../../shared/terminal/run-command.ts';

/** The arguments of Node for a command with this code as its body. */
function argumentsFor(body: string): string[] {
  const module = JSON.stringify(resolve('tools/shared/terminal/run-command.ts'));
  const code = `const { runCommand } = await import(${module});
    await runCommand(async () => { ${body} });`;
  return ['--input-type=module', '-e', code];
}

function command(body: string, stdout: number | 'pipe' = 'pipe') {
  const { status, stderr } = spawnSync(process.execPath, argumentsFor(body), {
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

it.each([
  ['ends in order if it waits for an end', 'process.on("SIGHUP", () => process.exit(0));', 0],
  ['ends as by SIGPIPE', '', 141],
])('a command whose output nobody reads %s', async (_, before, status) => {
  const body = `${before} setInterval(() => console.log("x"), 10); await new Promise(() => {});`;
  const child = spawn(process.execPath, argumentsFor(body), { timeout: 60_000 });
  child.stdout.destroy();
  expect(await once(child, 'close')).toEqual([status, null]);
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
