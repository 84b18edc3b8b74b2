import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

const quietMilliseconds = 100;
const folders = ['functions', 'infra', 'tools'];
const files = ['cdk.json', 'openapi.yaml', 'package.json'];

/** Undefined if the changes could not be used: the next call also gets them. Otherwise files that it changed itself. */
type OnChange = (changed: readonly string[]) => Promise<readonly string[] | undefined>;

/**
 * Collects the changed sources from now on. After 100 ms without another change, it passes them to the function
 * that `begin` got. Calls do not overlap.
 */
export function watchSources(project: string) {
  const changed = new Set<string>();
  let onChange: OnChange | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const watchers = watchFiles(project, (path) => {
    if (path.endsWith('.md')) return;
    changed.add(path);
    wait();
  });

  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(pass, quietMilliseconds);
  }
  function pass(): void {
    if (onChange === undefined || running !== undefined) return;
    watchers.renew();
    const passed = [...changed];
    changed.clear();
    running = onChange(passed).then((own) => {
      running = undefined;
      for (const path of own ?? []) changed.delete(path);
      if (changed.size > 0) wait();
      if (own === undefined) for (const path of passed) changed.add(path);
    });
  }
  return {
    begin(listener: OnChange): void {
      onChange = listener;
      if (changed.size > 0) wait();
    },
    async close(): Promise<void> {
      onChange = undefined;
      watchers.close();
      await running;
      clearTimeout(timer);
    },
  };
}

/** Calls `onEvent` with the path of a changed file, or of a folder that came or went. */
function watchFiles(project: string, onEvent: (path: string) => void) {
  const sources = [...folders, ...files];
  let watchers = start();

  function start(): FSWatcher[] {
    return [
      ...watchersOf(project, false, (name) => sources.includes(name) && onEvent(name)),
      ...folders.flatMap((folder) =>
        watchersOf(join(project, folder), true, (name) => onEvent(`${folder}/${name}`)),
      ),
    ];
  }
  function close(): void {
    for (const watcher of watchers) watcher.close();
  }
  return {
    close,
    /** Many editors replace a file by a rename, which ends the watch of the file. A folder can be away for a while. */
    renew(): void {
      const next = start();
      close();
      watchers = next;
    },
  };
}

/** None if the folder is away. */
function watchersOf(folder: string, recursive: boolean, onName: (name: string) => void) {
  try {
    const watcher = watch(folder, { recursive }, (_, name) =>
      onName((name ?? '').replaceAll('\\', '/')),
    );
    // The folder was removed; the watcher of its parent reports that.
    return [watcher.on('error', () => {})];
  } catch {
    return [];
  }
}
