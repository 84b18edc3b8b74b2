import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Assembly } from '../../local/synthesis/synthesis.ts';
import { sentenceOf } from '../../problem.ts';
import type { RunningPlantStore } from './service.ts';

const quietMilliseconds = 150;
const folders = ['functions', 'infra'];
const names: readonly (string | null)[] = [
  ...folders,
  'cdk.json',
  'openapi.yaml',
  'package.json',
  null, // an event that does not say of what
];

/** Calls back after a change, once no more follow, and never twice at once; gives a way to stop. */
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
      ...folders.flatMap((folder) => foldersFrom(join(project, folder))).flatMap(watchFolder),
    ];
  };
  const watchFolder = (folder: string) => {
    try {
      return [watch(folder, onEvent).on('error', onEvent)];
    } catch {
      return []; // Gone since it was listed, which its parent tells of.
    }
  };

  rewatch();
  return async () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await running;
  };
}

function foldersFrom(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const inner = entries.filter((entry) => entry.isDirectory());
    return [folder, ...inner.flatMap(({ name }) => foldersFrom(join(folder, name)))];
  } catch {
    return [];
  }
}

/** Swaps a new build in and gives it, or says why the old one stays. */
export async function rebuild(
  { swap }: Pick<RunningPlantStore, 'swap'>,
  synthesize: () => Promise<Assembly>,
  say: (text: string) => void,
): Promise<Assembly | undefined> {
  let next: Assembly | undefined;
  try {
    next = await synthesize();
    await swap(next.folder);
    say('Rebuilt: from now on the new functions answer.');
    return next;
  } catch (error) {
    next?.remove();
    say(`The old functions go on. ${sentenceOf(error)}`);
    return undefined;
  }
}
