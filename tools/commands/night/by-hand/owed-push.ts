import type { Clone } from './clone.ts';
import { short } from './compose-commit.ts';

/** The branch of a commit that was made for a deploy by hand. */
export function branchFor(commit: string): string {
  return `by-hand-${short(commit)}`;
}

/** What is to be pushed after a deploy by hand: otherwise the next deploy of the pipeline undoes it. */
export async function owedPush({ contains, main }: Clone, commit: string): Promise<string[]> {
  if (await contains(main, commit)) return [];
  const push = `git push origin ${commit}:`;
  if (await contains(commit, main)) {
    return [
      `You still owe this push. Without it, the next deploy of the pipeline undoes yours: ${push}main`,
      'If main is protected, push it to a branch, and merge that. If GitHub is down, push when it works again, before others do.',
    ];
  }
  return [
    `You still owe a merge into main. Without it, the next deploy of the pipeline undoes yours. First push it: ${push}refs/heads/${branchFor(commit)}`,
  ];
}
