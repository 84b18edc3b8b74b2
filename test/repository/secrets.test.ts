import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isToken } from '../../functions/authorize/token.ts';
import { tokenPrefix } from '../../functions/service.ts';
import { createToken } from '../../tools/commands/token/create-token.ts';
import { defaultDataFolder } from '../../tools/shared/terminal/options.ts';

/** Tokens that open something. Samples say in words that they are none; a random token does not. */
function secretsIn(text: string): string[] {
  const words = text.match(RegExp(`\\b${tokenPrefix}\\w+`, 'g')) ?? [];
  return words.filter((word) => isToken(word) && !word.startsWith(`${tokenPrefix}ThisToken`));
}

it('no token is in a file that Git has or would add', () => {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const names = execFileSync('git', list, { encoding: 'utf8' }).split('\0');
  const files = names.filter((file) => file !== '' && existsSync(file));
  expect(files.length).toBeGreaterThan(100);
  // As bytes, so that no encoding hides anything.
  const wrong = files.filter((file) => secretsIn(readFileSync(file, 'latin1')).length > 0);
  expect(wrong).toEqual([]);
  expect(secretsIn(`a ${createToken()} b`)).toHaveLength(1);
});

it('Git would not add the store on this machine, nor plants that a command wrote', () => {
  // npm run plants writes such files.
  const written = [`${defaultDataFolder}/`, 'found-Plants-20261120T143000000Z.jsonl'];
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...written], {
    encoding: 'utf8',
  });
  expect(ignored.trim().split('\n')).toEqual(written);
});
