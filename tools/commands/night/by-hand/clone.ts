import { Problem } from '../../../../infra/project/problem.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { outputOf } from './program.ts';

export type Clone = Awaited<ReturnType<typeof fetchClone>>;

/** The clone in this folder, with what its remote has now. */
export async function fetchClone(folder: string, note: Terminal['note']) {
  const place = { folder, env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } };
  const git = (...args: readonly string[]) => outputOf('git', args, place);
  const idOf = (name: string) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  if ((await git('fetch', '--quiet', 'origin')) === undefined)
    note('The remote origin does not answer. This goes on with what the clone has of it.');
  const main = await idOf('origin/main');
  if (main === undefined) {
    throw new Problem(
      'This is no clone with a branch origin/main: start the command in the clone.',
    );
  }
  return {
    git,
    /** The id of the commit with this name, or undefined if the clone has none. */
    idOf,
    commit: async (name: string) => {
      const id = await idOf(name);
      if (id !== undefined) return id;
      throw new Problem(`This clone has no commit ${name}: fetch it, or get it from its author.`);
    },
    keep: async (commit: string, branch: string) => {
      if ((await git('branch', '--force', branch, commit)) === undefined)
        throw new Problem(`git cannot make the branch ${branch}: is it checked out?`);
    },
    /** The newest commit of the branch from which the pipeline deploys. */
    main,
    /** Whether the files here are those of this commit, with changes that no commit has. */
    hasChangesOf: async (commit: string) => {
      const status = `${await git('status', '--porcelain=2', '--branch')}`.split('\n');
      const changes = status.filter((line) => !line.startsWith('#'));
      return status.includes(`# branch.oid ${commit}`) && changes.length > 0;
    },
    /** Whether a commit has all that another one has. */
    contains: async (commit: string, other: string) =>
      commit === other || (await git('merge-base', '--is-ancestor', other, commit)) !== undefined,
  };
}
