import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../terminal/sentence.ts';
import type { RunningPlantStore } from './service.ts';

const quietMilliseconds = 150;
const folders = ['functions', 'infra'];
// Null is an event without a file name.
const names = [...folders, 'cdk.json', 'openapi.yaml', 'package.json', null];

/**
 * Calls `onChange` when files have changed and 150 ms have passed without another change. Calls do not
 * overlap. Returns a function that stops it.
 */
export function watchSources(project: string, onChange: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let waiting = false;
  let watchers: FSWatcher[] = [];

  const run = async () => {
    // Before the callback reads the files, so that no change to a new folder is missed.
    rewatch();
    if (waiting) return;
    waiting = true;
    await running;
    waiting = false;
    running = onChange();
  };
  const onEvent = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), quietMilliseconds);
  };
  // Folders, not files: many editors replace a file by a rename, which ends the watch of a file.
  const rewatch = () => {
    for (const watcher of watchers) watcher.close();
    watchers = [
      watch(project, (_, name) => names.includes(name) && onEvent()),
      ...folders.flatMap((folder) => watchFolder(join(project, folder))),
    ];
  };
  const watchFolder = (folder: string) => {
    try {
      return [watch(folder, { recursive: true }, onEvent).on('error', onEvent)];
    } catch {
      return []; // It was deleted. The watcher of the project reports when it is there again.
    }
  };

  rewatch();
  return async () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await running;
  };
}

/** Swaps to a new build, or prints why the old one stays. */
export async function rebuild(
  store: Pick<RunningPlantStore, 'rebuild'>,
  print: (text: string) => void,
): Promise<void> {
  try {
    await store.rebuild();
    print('Rebuilt. The new functions are in use.');
  } catch (error) {
    print(`The old functions stay in use. ${textOf(error)}`);
  }
}
