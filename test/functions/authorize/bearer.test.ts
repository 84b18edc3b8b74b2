import { expect, it } from 'vitest';
import { bearerToken } from '../../../functions/authorize/bearer.ts';

it.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER    abc', 'abc'],
  ['Bearer aZ09-._~+/==', 'aZ09-._~+/=='],
])('takes the token of %j', (header, token) => {
  expect(bearerToken([header])).toBe(token);
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
])('refuses %j', (header) => {
  expect(bearerToken([header])).toBeUndefined();
});

const sent = { authorization: 'Bearer abc' };

it.each([sent, undefined, {}])('takes the identity source if the headers are %j', (headers) => {
  expect(bearerToken(['Bearer abc'], headers)).toBe('abc');
});

it.each([
  ['no identity source', undefined, sent],
  ['an empty list', [], sent],
  ['two identity sources', ['Bearer abc', 'Bearer abc'], sent],
  ['a header sent twice', ['Bearer abc'], { authorization: 'Bearer abc,Bearer abc' }],
  ['an empty header', ['Bearer abc'], { authorization: '' }],
])('refuses %s', (_, sources, headers) => {
  expect(bearerToken(sources, headers)).toBeUndefined();
});
