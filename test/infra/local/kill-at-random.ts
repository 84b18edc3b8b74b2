import { setInterval } from 'node:timers/promises';

/** Kills one of the processes every so often, and tells how many it was in the end. */
export async function killAtRandom(
  pids: () => number[],
  { every, signal }: { every: number; signal: AbortSignal },
): Promise<number> {
  let kills = 0;
  try {
    for await (const _ of setInterval(every, undefined, { signal })) {
      const all = pids();
      const pid = all[Math.floor(Math.random() * all.length)];
      if (pid !== undefined && kill(pid)) kills += 1;
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
  return kills;
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
