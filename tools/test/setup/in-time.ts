import { setTimeout as delay } from 'node:timers/promises';

const limit = 10_000;
const moment = 200;

/** How many times slower this thread runs than on an idle machine. */
function slowness(): number {
  const before = process.threadCpuUsage();
  const end = performance.now() + moment;
  while (performance.now() < end);
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(1, Math.round((1000 * moment) / (user + system)));
}

/** Waits for a promise: at most ten seconds on an idle machine, and longer on a busy one. */
export async function inTime<Result>(promise: Promise<Result>, name: string): Promise<Result> {
  let isOver = false;
  const late = async () => {
    let waited = 0;
    while (waited < limit && !isOver) {
      await delay(limit, undefined, { ref: false });
      if (!isOver) waited += limit / slowness();
    }
    throw new Error(`Its time is over: ${name}`);
  };
  try {
    return await Promise.race([promise, late()]);
  } finally {
    isOver = true;
  }
}
