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
 * Reaches the store through the run that serves the folder, or else opens the folder. It waits a
 * moment for a process that holds the folder: another command, or a run that starts or ends.
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
