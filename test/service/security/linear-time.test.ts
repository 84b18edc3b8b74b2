import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';
import { slow } from '../../setup/slow.ts';
import { inputs } from './long-inputs.ts';

const { backtracking, ...linear } = inputs;

// Linear time is less than a second, and quadratic time is minutes.
const mostSeconds = 10;

let thread: Worker | undefined;
afterAll(() => thread?.terminate());

/** The CPU time of a thread in seconds. A busy machine hardly changes it, unlike the real time. */
async function cpuSeconds(of: Worker): Promise<number> {
  const { system, user } = await of.cpuUsage();
  return (system + user) / 1e6;
}

/** Runs one input in a thread, and ends the thread if that takes too much CPU time. */
async function isLinear(title: string, most = mostSeconds): Promise<boolean> {
  if (thread === undefined) {
    const module = new URL('long-inputs.ts', import.meta.url);
    thread = new Worker(module, { workerData: 'run inputs', execArgv: [] });
    thread.once('exit', () => {
      thread = undefined;
    });
    await once(thread, 'message');
  }
  const before = await cpuSeconds(thread);
  const done = once(thread, 'message').then(() => true);
  thread.postMessage(title);
  while (!(await Promise.race([done, pause(50, false)]))) {
    if ((await cpuSeconds(thread)) - before <= most) continue;
    await thread.terminate();
    return false;
  }
  return true;
}

it.each(Object.keys(linear))('takes linear time: %s', slow, async (title) => {
  expect(await isLinear(title)).toBe(true);
});

it('a pattern that backtracks is noticed', async () => {
  expect(backtracking).toBeDefined();
  expect(await isLinear('backtracking', 0.3)).toBe(false);
});
