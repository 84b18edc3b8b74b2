import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

const quietMilliseconds = 150;
const folders = ['functions', 'infra'];
const names: readonly (string | null)[] = [
  ...folders,
  'cdk.json',
  'openapi.yaml',
  'package.json',
  null, // an event that does not say of what
];

/** Calls back after the files have been quiet for a moment, never twice at once; gives a way to stop. */
export function watchSources(project: string, onChange: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let waiting = false;
  let watchers: FSWatcher[] = [];

  const run = async () => {
    // Before the callback reads the files, so that no change to a new folder falls in between.
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
  // Folders, and not their files: a watched file that is replaced by a rename is another one.
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
