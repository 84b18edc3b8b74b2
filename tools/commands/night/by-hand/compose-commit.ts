import { Problem } from '../../../../infra/project/problem.ts';
import { outputOf } from './program.ts';

/** The commits from which a deploy by hand takes its files. */
export interface Source {
  /** The commit that comes before, if a new one is needed. */
  readonly base: string;
  /** It has the code: all but cdk.json. */
  readonly code: string;
  /** It has cdk.json, with the addresses, the domain and the limits. */
  readonly settings: string;
}

/** Makes the commit in a folder that has the files of its base. Without a change, it is the base itself. */
export async function composeCommit(folder: string, { base, code, settings }: Source) {
  if (code === base && settings === base) return base;
  const git = async (...args: readonly string[]) => {
    const printed = await outputOf('git', args, { folder });
    if (printed !== undefined) return printed;
    throw new Problem(
      `git could not make a commit with the code of ${code}: look whether git has your user.name and user.email.`,
    );
  };
  const take = (commit: string, ...paths: readonly string[]) =>
    git('restore', '--source', commit, '--staged', '--worktree', '--', ...paths);
  await take(code, '.', ':(exclude)cdk.json');
  await take(settings, 'cdk.json');
  if ((await git('status', '--porcelain')) === '') return base;
  const message = `Deploy the code of ${short(code)} with the settings of ${short(settings)}`;
  await git('commit', '--quiet', '--no-verify', '--message', message);
  return git('rev-parse', 'HEAD');
}

export function short(commit: string): string {
  return commit.slice(0, 10);
}
