import { execSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { sep } from 'node:path';

// What each system has in its own way.

export const onWindows = process.platform === 'win32';

/** The project's files by a pattern, with slashes in their names on Windows, too. */
export function filesOf(pattern: string): string[] {
  return globSync(pattern, { exclude: (path) => path.includes('node_modules') })
    .map((file) => file.replaceAll(sep, '/'))
    .toSorted();
}

/** What npm prints. On Windows npm is a script, which only a shell can start. */
export function npm(args: readonly string[], cwd?: string): string {
  const words = args.map((arg) => (/^[\w@./:=-]+$/.test(arg) ? arg : `"${arg}"`));
  return execSync(['npm', ...words].join(' '), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
}
