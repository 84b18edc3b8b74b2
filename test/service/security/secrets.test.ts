import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isToken } from '../../../functions/authorize/token.ts';
import { developmentToken } from '../../../tools/commands/development-token.ts';
import { generateToken } from '../../../tools/commands/token/generate-token.ts';
import { assembly } from '../../setup/synthesized.ts';

/** Tokens that open something. Samples say in words that they are none; a random token does not. */
function secretsIn(text: string): string[] {
  const tokens = text.match(/\bplant_[0-9A-Za-z]{49}\b/g) ?? [];
  return tokens.filter((token) => isToken(token) && !/^plant_ThisToken[A-Z][a-z]/.test(token));
}

// As bytes, so that no encoding hides anything.
function read(file: string): string {
  return readFileSync(file, 'latin1');
}

it('no token is in a file that Git has or would add', () => {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const names = execFileSync('git', list, { encoding: 'utf8' }).split('\0');
  const files = names.filter((file) => file !== '' && existsSync(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => secretsIn(read(file)).length > 0)).toEqual([]);
  expect(secretsIn(`a ${generateToken()} b`)).toHaveLength(1);
});

it('no token is in a deployed file, not even the development token', () => {
  const deployed = readdirSync(assembly, { recursive: true, encoding: 'utf8' })
    .map((file) => join(assembly, file))
    .filter((file) => statSync(file).isFile());
  expect(deployed.some((file) => file.endsWith('handler.js'))).toBe(true);
  for (const file of deployed) {
    expect(secretsIn(read(file)), file).toEqual([]);
    expect(read(file), file).not.toContain(developmentToken);
  }
});
