import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface History {
  /** Whether a remote branch that this clone knows has the commit. */
  readonly isPushed: boolean;
  /** Whether it is an ancestor of the commit that was deployed before it. */
  readonly isOlder: boolean;
  /** Whether it lacks the commit that was deployed before it, and is not older. Undefined if the clone lacks that commit. */
  readonly lacksBefore: boolean | undefined;
}

/** Asks the clone in a folder. Undefined if there is none, or if it does not have the commit. */
export async function readHistory(
  folder: string,
  last: string,
  before: string | undefined,
): Promise<History | undefined> {
  if (!/^[0-9a-f]{7,40}$/.test(last)) return undefined;
  if ((await git(folder, 'cat-file', '-e', `${last}^{commit}`)) === undefined) return undefined;
  const branches = await git(
    folder,
    'branch',
    '--remotes',
    '--contains',
    last,
    '--format=%(refname)',
  );
  if (branches === undefined) return undefined;
  const hasBefore = before !== undefined && before !== last && /^[0-9a-f]{7,40}$/.test(before);
  const isPushed = branches.trim() !== '';
  if (!hasBefore) return { isPushed, isOlder: false, lacksBefore: false };
  if ((await git(folder, 'cat-file', '-e', `${before}^{commit}`)) === undefined)
    return { isPushed, isOlder: false, lacksBefore: undefined };
  const [isOlder, hasAll] = await Promise.all([
    contains(folder, before, last),
    contains(folder, last, before),
  ]);
  return { isPushed, isOlder, lacksBefore: !isOlder && !hasAll };
}

async function contains(folder: string, commit: string, other: string): Promise<boolean> {
  return (await git(folder, 'merge-base', '--is-ancestor', other, commit)) !== undefined;
}

/** What git prints. Undefined if it fails. */
async function git(cwd: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    return (await run('git', args, { cwd, timeout: 5_000 })).stdout;
  } catch {
    return undefined;
  }
}
