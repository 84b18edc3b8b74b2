import { globSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const pauseMilliseconds = 50;

/**
 * Calls `onChange` after a change of these files, until the signal. It looks at the files again and again: the system's
 * events differ between systems, and get lost if an editor replaces a file. https://nodejs.org/api/fs.html#caveats
 */
export async function watchFiles(
  pattern: string,
  cwd: string,
  signal: AbortSignal,
  onChange: () => Promise<void>,
): Promise<void> {
  let served = versionOf(pattern, cwd);
  let before = served;
  while (!signal.aborted) {
    await delay(pauseMilliseconds, undefined, { signal }).catch(() => {});
    const now = versionOf(pattern, cwd);
    // A program can write a file in parts, and several files.
    const isQuiet = now === before;
    before = now;
    if (!isQuiet || now === served) continue;
    served = now;
    await onChange();
  }
}

/** The names, times and sizes of the files. */
function versionOf(pattern: string, cwd: string): string {
  const versions = globSync(pattern, { cwd }).map((file) => {
    const stats = statSync(`${cwd}/${file}`, { throwIfNoEntry: false });
    return `${file} ${stats?.mtimeMs} ${stats?.size}`;
  });
  return versions.join();
}
