import { expect, it } from 'vitest';
import { isUnambiguous } from '../../../../tools/local/gateway/request-framing.ts';

type Headers = Parameters<typeof isUnambiguous>[0]['headersDistinct'];

function framed(headersDistinct: Headers, httpVersion = '1.1') {
  return isUnambiguous({ headersDistinct, httpVersion });
}

const chunked = { host: ['x'], 'transfer-encoding': ['Chunked'] };

it.each<Headers>([
  { host: ['localhost'] },
  { host: ['127.0.0.1:3000'] },
  { host: ['[::1]:3000'] },
  { host: ['x'], 'x-host': ['y', 'z'] },
  chunked,
])('takes %j', (headers) => {
  expect(framed(headers)).toBe(true);
});

it.each<Headers>([
  {},
  ...[[''], ['x', 'x'], ['x/y'], ['x@y'], ['x y']].map((host) => ({ host })),
  ...[[''], ['gzip, chunked'], ['chunked', 'chunked']].map((codings) => ({
    ...{ host: ['x'], 'transfer-encoding': codings },
  })),
])('refuses %j', (headers) => {
  expect(framed(headers)).toBe(false);
});

it('accepts HTTP/1.1, and 1.0 without chunks', () => {
  expect(framed({ host: ['x'] }, '1.0')).toBe(true);
  expect(framed(chunked, '1.0')).toBe(false);
  for (const version of ['2.0', '0.9']) {
    expect(framed({ host: ['x'] }, version)).toBe(false);
  }
});
