import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readHistory } from '../../../../../commands/night/look/subjects/git-history.ts';
import { temporaryFolder } from '../../../../setup/temporary-folder.ts';

const folder = temporaryFolder();

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Jane', '-c', 'user.email=jane@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

let number = 0;
function commit(): string {
  number += 1;
  git('commit', '--quiet', '--allow-empty', '--message', `${number}`);
  return git('rev-parse', 'HEAD');
}

git('init', '--quiet');
const [first, second] = [commit(), commit()];
git('update-ref', 'refs/remotes/origin/main', second);
const third = commit();
git('switch', '--quiet', '--detach', first);
const branch = commit();

it.each([
  ['is pushed and newer', second, first, { isPushed: true, isOlder: false, lacksBefore: false }],
  [
    'is pushed, and has none before it',
    second,
    undefined,
    { isPushed: true, isOlder: false, lacksBefore: false },
  ],
  [
    'is pushed, and was deployed again',
    second,
    second,
    { isPushed: true, isOlder: false, lacksBefore: false },
  ],
  ['is pushed nowhere', third, second, { isPushed: false, isOlder: false, lacksBefore: false }],
  [
    'is older than the one before it',
    first,
    second,
    { isPushed: true, isOlder: true, lacksBefore: false },
  ],
  ['is of another branch', second, branch, { isPushed: true, isOlder: false, lacksBefore: true }],
  [
    'follows one that is not in the clone',
    second,
    '1'.repeat(40),
    { isPushed: true, isOlder: false, lacksBefore: undefined },
  ],
  ['is not in the clone', '0'.repeat(40), first, undefined],
  ['is no commit', 'unknown', first, undefined],
])('a commit that %s', async (_, last, before, expected) => {
  expect(await readHistory(folder, last, before)).toEqual(expected);
});

it('without a clone, nothing is known', async () => {
  expect(await readHistory(temporaryFolder(), first, second)).toBeUndefined();
});
