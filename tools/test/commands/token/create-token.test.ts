import { expect, it } from 'vitest';
import { isToken } from '../../../../functions/authorize/token.ts';
import { tokenPrefix } from '../../../../functions/service.ts';
import { createToken } from '../../../commands/token/create-token.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

it('a new token is never the same twice, and uses the whole alphabet', () => {
  const tokens = Array.from({ length: 500 }, createToken);
  expect(new Set(tokens).size).toBe(500);
  // The checksum of one token in 62 begins with a zero.
  expect(tokens.filter((token) => !isToken(token))).toEqual([]);
  // The checksum of six characters is not random.
  const random = tokens.map((token) => token.slice(tokenPrefix.length, -6));
  const characters = new Set(random.flatMap((text) => [...text]));
  expect([...characters].sort().join('')).toBe(alphabet);
});
