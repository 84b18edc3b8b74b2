import { expect, it } from 'vitest';
import { digestOf } from '../../../../functions/authorize/token.ts';
import { Problem } from '../../../../infra/project/problem.ts';
import { createToken } from '../../../commands/token/create-token.ts';
import { tokenBy, tokenIn } from '../../../commands/token/token-id.ts';
import { storedToken } from './stored-tokens.ts';

const one = storedToken('abcd1234ef01', { client: 'one' });
const two = storedToken('abcd1234ef02', { client: 'two' });
const three = storedToken('12345678', { client: 'three' });
const similar = [one, two, three];

it.each([
  ['the usual id', '12345678', three],
  ['any start that only one token has', '1234567', three],
  ['capitals', 'ABCD1234EF01', one],
])('finds a token by %s', (_, id, token) => {
  expect(tokenBy(id, similar)).toBe(token);
});

it.each([
  ['123', []],
  ['abcd1234', [`${one.digest} of one`, `${two.digest} of two`]],
])('refuses the id %j, and names the tokens that it can mean', (id, candidates) => {
  const finding = () => tokenBy(id, similar);
  expect(finding).toThrow(Problem);
  for (const named of [id, ...candidates]) expect(finding).toThrow(named);
});

it.each([
  ['a header', (token: string) => `Authorization: Bearer ${token}`],
  ['quotes', (token: string) => `"${token}"`],
])('finds a token that was copied with %s', (_, around) => {
  const token = createToken();
  expect(tokenIn(around(token))?.digest).toBe(digestOf(token));
});
