import { execFileSync } from 'node:child_process';
import { globSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { addToGit, ignore } from '../../tools/commands/rename/clone.ts';
import { takeOver } from '../../tools/commands/rename/take-over.ts';
import { UsageError } from '../../tools/shared/usage-error.ts';
import { temporaryFolder } from '../../tools/test/setup/temporary-folder.ts';

// The new files are in the place of the old ones, or everything is as before, and never is another file touched.

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const committed = {
  'fern/gone.txt': '1',
  'fern/moved.txt': '2',
  'a/fern/b.txt': '3',
  'same.txt': '4',
};
const built = { 'oak/moved.txt': 'two', 'a/oak/b.txt': 'three', 'same.txt': 'four' };
const changes = [
  { path: 'fern/gone.txt', newPath: undefined },
  { path: 'fern/moved.txt', newPath: 'oak/moved.txt' },
  { path: 'a/fern/b.txt', newPath: 'a/oak/b.txt' },
  { path: 'same.txt', newPath: 'same.txt' },
];
/** Git does not know the first one, and ignores the second one. It would also ignore the new folder. */
const own = { 'notes.txt': 'mine', 'fern/secret.env': 'mine' };

function clone(): string {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet');
  git(folder, 'config', 'status.showUntrackedFiles', 'no');
  write(folder, committed);
  git(folder, 'add', '--all');
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  git(folder, ...author, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message', 'all');
  write(folder, { ...own, '.git/info/exclude': '*.env\noak/' });
  return folder;
}

/** Each file with its text, each folder, and what Git says. */
function everythingIn(folder: string) {
  const paths = globSync('{**/*,.rename-*/**,.git/info/exclude}', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
  const files = paths.filter((path) => lstatSync(join(folder, path)).isFile());
  const texts = files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]);
  const status = git(folder, 'status', '--porcelain', '--untracked-files=all');
  return { paths, texts: Object.fromEntries(texts), status };
}

function rename(folder: string): void {
  takeOver(
    folder,
    (workspace) => {
      write(workspace, built);
      return changes;
    },
    (paths, writeText) => {
      ignore(folder, 'data', writeText);
      addToGit(folder, paths);
    },
  );
}

it('puts all new files in the place of the old ones, and stages only them', () => {
  const folder = clone();
  rename(folder);
  const { paths, texts, status } = everythingIn(folder);
  expect(paths).not.toContain('a/fern');
  expect(texts).toEqual({ ...built, ...own, '.git/info/exclude': '*.env\noak/\ndata/\n' });
  expect(status.split('\n').filter((line) => !/^[ADMR] {2}/.test(line))).toEqual([
    '?? notes.txt',
    '',
  ]);
  expect(git(folder, 'ls-files').split('\n')).toEqual([...Object.keys(built).toSorted(), '']);
});

it.each<[string, (folder: string) => void]>([
  ['an old file has gone', (folder) => rmSync(join(folder, 'a/fern/b.txt'))],
  ['a file of the user has the new name', (folder) => write(folder, { 'a/oak/b.txt': 'mine' })],
  ['a file stands in the place of a new folder', (folder) => write(folder, { 'a/oak': 'mine' })],
  ['another Git holds the index', (folder) => write(folder, { '.git/index.lock': '' })],
])('if %s, everything is as before', (_, obstruct) => {
  const folder = clone();
  obstruct(folder);
  const before = everythingIn(folder);
  expect(() => rename(folder)).toThrow(UsageError);
  expect(everythingIn(folder)).toEqual(before);
});

it('if something cannot be brought back, it names the command that does it', () => {
  const folder = clone();
  const spoilt = () =>
    takeOver(
      folder,
      (workspace) => {
        write(workspace, built);
        return changes;
      },
      () => {
        rmSync(join(folder, 'a/oak/b.txt'));
        throw new UsageError('No.');
      },
    );
  expect(spoilt).toThrow(/^No\. [^\n]*git restore \. /);
  git(folder, 'restore', '.');
  for (const [path, text] of Object.entries({ ...committed, ...own }))
    expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
});
