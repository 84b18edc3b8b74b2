import { execSync } from 'node:child_process';
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

/** Returns the output of npm. On Windows npm is a script, which only a shell can start. */
export function npm(args: readonly string[], cwd?: string): string {
  const words = args.map((arg) => (/^[\w@./:=-]+$/.test(arg) ? arg : `"${arg}"`));
  return execSync(['npm', ...words].join(' '), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
}
