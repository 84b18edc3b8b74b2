import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { compileCache } from '../../setup/compile-cache.ts';
import type { NightMessage } from './night-process.ts';
import type { night } from './run-night.ts';

// A process is copied before it becomes another program. The worker of the tests is large, so each program that it
// starts costs much. A command that starts many of them runs in a small process.

const file = fileURLToPath(import.meta.resolve('./night-process.ts'));
const small = fork(file, { execArgv: [], env: { ...process.env, ...compileCache } });
afterAll(async () => {
  small.disconnect();
  await once(small, 'exit');
});

/** Runs a command of the night in the small process, with the variables of this one. */
export async function nightElsewhere(...args: Parameters<typeof night>) {
  const message: NightMessage = { args, env: process.env };
  small.send(message);
  const [outcome] = await once(small, 'message');
  return outcome as Awaited<ReturnType<typeof night>>;
}
