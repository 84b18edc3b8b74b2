import { setInterval } from 'node:timers/promises';

/** Kills one of the processes every so often, and tells how many it was in the end. */
export async function killAtRandom(
  pids: () => number[],
  { every, signal }: { every: number; signal: AbortSignal },
): Promise<number> {
  let kills = 0;
  try {
    for await (const _ of setInterval(every, undefined, { signal })) {
      if (killOne(pids())) kills += 1;
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
  return kills;
}

/** Kills any one of them; false where none was left to kill. */
export function killOne(pids: readonly number[]): boolean {
  const pid = pids[Math.floor(Math.random() * pids.length)];
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
