import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { inTime } from './in-time.ts';

function startNode(...args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

it('ends what is still running when the test file that started it has gone', async () => {
  const orphans = startNode(fileURLToPath(import.meta.resolve('./orphans.ts')));
  const [running, ended] = [startNode('-e', 'setInterval(() => {}, 1_000)'), startNode('-e', '0')];
  await once(ended, 'exit');
  orphans.stdin.end(`started ${running.pid}\nstarted ${ended.pid}\nended ${ended.pid}\n`);
  const [code] = await inTime(once(running, 'exit'), 'the end of the running process');
  expect(code).not.toBe(0);
  if (orphans.exitCode === null) await once(orphans, 'exit');
  expect(orphans.exitCode).toBe(0);
});
