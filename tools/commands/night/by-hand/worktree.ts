import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../../../../infra/project/problem.ts';
import type { Clone } from './clone.ts';

/** Works in a folder that has the files of a commit, so that the files of the clone stay as they are. */
export async function inWorktree<T>(
  { git }: Clone,
  commit: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = mkdtempSync(join(tmpdir(), 'night-'));
  const folder = join(parent, 'worktree');
  try {
    if ((await git('worktree', 'add', '--detach', folder, commit)) === undefined) {
      throw new Problem(`git cannot write the files of ${commit} into ${folder}.`);
    }
    return await work(folder);
  } finally {
    await git('worktree', 'remove', '--force', folder);
    rmSync(parent, { recursive: true, force: true });
  }
}
