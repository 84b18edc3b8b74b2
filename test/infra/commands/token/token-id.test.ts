import { describe, expect, it } from 'vitest';
import { digestOf, generateToken } from '../../../../functions/authorize/token.ts';
import { idLength, tokenBy } from '../../../../infra/commands/token/token-id.ts';
import { Problem } from '../../../../infra/problem.ts';
import { storedToken } from './tokens.ts';

const one = storedToken('abcd1234ef01', { client: 'one' });
const two = storedToken('abcd1234ef02', { client: 'two' });
const three = storedToken('12345678', { client: 'three' });
const tokens = [one, two, three];

describe('tokenBy', () => {
  it.each([
    ['the usual id', '12345678', three],
    ['any start that only one token has', '1234', three],
    ['capitals', 'ABCD1234EF01', one],
    ['the whole digest', two.digest, two],
  ])('finds a token by %s', (_, id, token) => {
    expect(tokenBy(id, tokens)).toBe(token);
  });

  it('finds a token by itself, as a secret scanner reports it', () => {
    const token = generateToken();
    const found = storedToken(digestOf(token));
    expect(tokenBy(token, [...tokens, found])).toBe(found);
  });

  it.each(['ffffffff', 'zzzz', `${three.digest}0`])('finds no token by %j', (id) => {
    expect(() => tokenBy(id, tokens)).toThrow(new Problem(`There is no token ${id}.`));
  });

  it.each(['123', 'a', ''])('says that %j is too short', (id) => {
    expect(() => tokenBy(id, tokens)).toThrow(
      new Problem(`The id ${id} is too short: it takes four characters at least.`),
    );
  });

  it.each([
    ['a header', (token: string) => `Authorization: Bearer ${token}`],
    ['quotes', (token: string) => `"${token}"`],
  ])('finds a token that was copied with %s', (_, around) => {
    const token = generateToken();
    const found = storedToken(digestOf(token));
    expect(tokenBy(around(token), [...tokens, found])).toBe(found);
  });

  it('keeps an unknown token off the screen', () => {
    const token = generateToken();
    expect(() => tokenBy(token, tokens)).toThrow(
      `There is no token like the one given, ${digestOf(token).slice(0, 8)}.`,
    );
  });

  it('names the tokens between which an id leaves the choice', () => {
    expect(() => tokenBy('abcd', tokens)).toThrow(
      new Problem(
        'The id abcd is ambiguous: it may mean abcd1234ef01 of one, or abcd1234ef02 of two.',
      ),
    );
  });
});

describe('idLength', () => {
  it.each([
    [8, []],
    [8, [one, three]],
    [12, tokens],
  ])('is %d where that tells all apart', (length, some) => {
    expect(idLength(some)).toBe(length);
  });
});
