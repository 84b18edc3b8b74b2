import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** It ends after twenty times what its start took. */
const pause = 'setTimeout(() => {}, 20_000 * process.uptime())';

/**
 * What a promise brings, or an error after some seven seconds of an idle machine. On a busy machine, where each start
 * of a process takes longer, the limit is as much later.
 */
export async function inTime<Result>(promise: Promise<Result>, name: string): Promise<Result> {
  let isOver = false;
  const late = async () => {
    for (let left = 16; left > 0 && !isOver; left -= 1) {
      await once(spawn(process.execPath, ['--eval', pause]), 'close');
    }
    throw new Error(`Its time is over: ${name}`);
  };
  try {
    return await Promise.race([promise, late()]);
  } finally {
    isOver = true;
  }
}
