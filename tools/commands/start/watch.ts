import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../terminal/sentence.ts';
import type { RunningPlantStore } from './service.ts';

const quietMilliseconds = 150;
const folders = ['functions', 'infra', 'tools'];
const files = ['cdk.json', 'openapi.yaml', 'package.json'];

/**
 * Calls `onChange` when files have changed and 150 ms have passed without another change. Calls do not
 * overlap. Returns a function that stops it.
 */
export function watchSources(project: string, onChange: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let watchers: FSWatcher[] = [];

  const onEvent = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (running !== undefined) return onEvent();
      rewatch();
      running = onChange().finally(() => {
        running = undefined;
      });
    }, quietMilliseconds);
  };
  const stop = () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
  // Before each call, because many editors replace a file by a rename, which ends the watch of the file.
  const rewatch = () => {
    stop();
    watchers = [
      watch(project, (_, name) => name !== null && files.includes(name) && onEvent()),
      ...folders.map((folder) => watch(join(project, folder), { recursive: true }, onEvent)),
    ];
    for (const watcher of watchers) watcher.on('error', onEvent);
  };

  rewatch();
  return async () => {
    stop();
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
