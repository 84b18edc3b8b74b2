import { globSync } from 'node:fs';
import { sep } from 'node:path';

// Things that differ between Linux, Windows and macOS.

export const onWindows = process.platform === 'win32';

/** The project's files by a pattern, with slashes in their names also on Windows. */
export function filesOf(pattern: string): string[] {
  return globSync(pattern, { exclude: (path) => path.includes('node_modules') })
    .map((file) => file.replaceAll(sep, '/'))
    .toSorted();
}
