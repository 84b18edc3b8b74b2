import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isToken } from '../../functions/authorize/token.ts';
import { createToken } from '../../tools/commands/token/create-token.ts';

/** Tokens that open something. Samples say in words that they are none; a random token does not. */
function secretsIn(text: string): string[] {
  const tokens = text.match(/\bplant_[0-9A-Za-z]{49}\b/g) ?? [];
  return tokens.filter((token) => isToken(token) && !/^plant_ThisToken[A-Z][a-z]/.test(token));
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
