import { describe, expect, it } from 'vitest';
import { bearerToken } from '../../../functions/authorize/bearer.ts';

describe('bearerToken', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER    abc', 'abc'],
    ['Bearer aZ09-._~+/==', 'aZ09-._~+/=='],
    [`Bearer ${'a'.repeat(505)}`, 'a'.repeat(505)],
  ])('takes the token of %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer\tabc',
    ' Bearer abc',
    'Bearer abc ',
    'Bearer a b',
    'Bearer abc,Bearer abc',
    'Bearer a=b',
    'Bearer =',
    'Bearer ä',
    'Bearer abc\n',
    'Basic abc',
    'Bearerabc',
    `Bearer ${'a'.repeat(506)}`,
    undefined,
    ['Bearer abc'],
  ])('refuses %j', (header) => {
    expect(bearerToken(header)).toBeUndefined();
  });
});
