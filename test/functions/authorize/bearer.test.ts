import { describe, expect, it } from 'vitest';
import { authorizationHeader, bearerToken } from '../../../functions/authorize/bearer.ts';

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

describe('authorizationHeader', () => {
  const sent = { authorization: 'Bearer abc' };

  it.each([sent, undefined, {}])('is the identity source if the headers are %j', (headers) => {
    expect(authorizationHeader(['Bearer abc'], headers)).toBe('Bearer abc');
  });

  it.each([
    ['no identity source', undefined, sent],
    ['an identity source that is not a list', 'Bearer abc', sent],
    ['an empty list', [], sent],
    ['two identity sources', ['Bearer abc', 'Bearer abc'], sent],
    ['a header sent twice', ['Bearer abc'], { authorization: 'Bearer abc,Bearer abc' }],
    ['an empty header', ['Bearer abc'], { authorization: '' }],
  ])('is undefined for %s', (_, sources, headers) => {
    expect(authorizationHeader(sources, headers)).toBeUndefined();
  });
});
