import { setTimeout as delay } from 'node:timers/promises';
import { LockedFolder } from '../tables/tables.ts';
import { findRun, type Run } from './data-folder.ts';

interface Ways<Store> {
  readonly running: (run: Run) => Store;
  readonly stored: () => Promise<Store>;
}

/** Reaches the store through the run that serves the folder, or else opens the folder. */
export function reachStore<Store>(folder: string, ways: Ways<Store>): Promise<Store> {
  return whenFree(async () => {
    const run = await findRun(folder);
    return run ? ways.running(run) : ways.stored();
  });
}

const waitMilliseconds = 2_000;
// An attempt takes longer than it waits: a thread loads the tables.
const pauseMilliseconds = 200;

/** Waits a moment while another process uses the folder: a command, or a run that starts or ends. */
export async function whenFree<Store>(open: () => Promise<Store>): Promise<Store> {
  const end = performance.now() + waitMilliseconds;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof LockedFolder) || performance.now() > end) throw error;
    }
    await delay(pauseMilliseconds);
  }
}
