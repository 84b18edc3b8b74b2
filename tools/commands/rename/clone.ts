import { isUtf8 } from 'node:buffer';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../shared/usage-error.ts';
import { run } from './program.ts';
import type { Files } from './renamed.ts';

// What Git knows of the clone, and is told about it.

/** Also files that Git does not know, although a user's settings can hide them from `git status`. */
export function refuseChanges(project: string): void {
  const changes = git(project, 'status', '--porcelain', '--untracked-files=normal');
  if (changes === '') return;
  throw new UsageError('Git has changes that are not committed. Commit or stash them first.');
}

/** The texts that Git has, except those that nobody may change. */
export function readFiles(project: string): Files {
  const paths = git(project, 'ls-files', '-z').split('\0').filter(Boolean);
  const texts = paths
    .filter((path) => path !== 'LICENSE' && lstatSync(join(project, path)).isFile())
    .map((path) => [path, readFileSync(join(project, path))] as const)
    .filter(([, bytes]) => isUtf8(bytes));
  return new Map(texts.map(([path, bytes]) => [path, bytes.toString()]));
}

/** Tells Git which files were changed, have gone or are new, whatever .gitignore says about their new names. */
export function addToGit(project: string, paths: readonly string[]): void {
  const input = paths.map((path) => `${path}\0`).join('');
  run({ folder: project, input }, 'git', 'update-index', '--add', '--remove', '-z', '--stdin');
}

/** Only for this clone, because .gitignore names the new folder. */
export function ignore(
  project: string,
  folder: string,
  write: (file: string, text: string) => void,
): void {
  const file = resolve(project, git(project, 'rev-parse', '--git-path', 'info/exclude').trim());
  const lines = existsSync(file) ? readFileSync(file, 'utf8').replace(/(?<=[^\n])$/, '\n') : '';
  write(file, `${lines}${folder}/\n`);
}

function git(folder: string, ...args: readonly string[]): string {
  return run({ folder }, 'git', ...args);
}
