import { setTimeout as delay } from 'node:timers/promises';
import { LockedFolder } from '../../emulator/tables/tables.ts';
import { findRun, type Run } from './data-folder.ts';

interface Ways<Store> {
  readonly running: (run: Run) => Store;
  readonly stored: () => Promise<Store>;
}

const patience = 2_000;
const pause = 50;

/**
 * By way of the run that serves a data folder now, or else out of the folder itself, once whoever
 * holds that for a moment is done: another command, or a run that is about to start or to end.
 */
export async function reachStore<Store>(folder: string, ways: Ways<Store>): Promise<Store> {
  const end = performance.now() + patience;
  for (;;) {
    const run = await findRun(folder);
    if (run) return ways.running(run);
    try {
      return await ways.stored();
    } catch (error) {
      if (!(error instanceof LockedFolder) || performance.now() > end) throw error;
    }
    await delay(pause);
  }
}
