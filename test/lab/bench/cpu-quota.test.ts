import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { cpuQuota } from './cpu-quota.ts';

const busy = `
process.once('message', () => {
  const before = process.cpuUsage();
  const end = Date.now() + 400;
  while (Date.now() < end);
  const { user, system } = process.cpuUsage(before);
  process.send((user + system) / 400_000);
});`;

it('a process gets the share of a core that its memory size has, or a sentence says why not', async () => {
  const quota = cpuQuota();
  if (typeof quota === 'string') {
    expect(quota).toContain('only full-core rows');
    return;
  }
  const child = spawn(process.execPath, ['-e', busy], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
    quota.remove();
  });
  quota.apply(Number(child.pid), 256);
  child.send('go');
  const [share] = await once(child, 'message');
  // 256 of 1769 MB are 0.14; the kernel takes back later what a busy moment had too much.
  expect(share).toBeLessThan(0.3);
});
