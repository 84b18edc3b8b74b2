import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isForeign } from '../../../../infra/local/machine/own-address.ts';

const usual = '127.0.0.1';

describe('a request is of this machine', () => {
  it.each([
    ['localhost', usual],
    ['localhost:3000', usual],
    ['LocalHost:3000', usual],
    ['127.0.0.1:3000', usual],
    ['127.8.9.10', usual],
    ['[::1]:3000', usual],
    ['host.docker.internal:8000', usual],
    ['172.17.0.1:3000', '172.17.0.1'],
    ['plants.lan:3000', 'Plants.lan'],
    ['[fe80::1]:3000', 'fe80::1'],
    ['192.0.2.7:3000', '0.0.0.0'],
    ['[2001:db8::1]:3000', '::'],
    [`${hostname()}:3000`, '0.0.0.0'],
  ])('with the host %s where it listens on %s', (host, listensOn) => {
    expect(isForeign({ host }, listensOn)).toBe(false);
    expect(isForeign({ host, origin: `http://${host}` }, listensOn)).toBe(false);
  });
});

describe('a request is foreign', () => {
  it.each([
    ['evil.example:3000', usual],
    ['192.0.2.7:3000', usual],
    ['localhost.evil.example', usual],
    ['127.0.0.1.evil.example', usual],
    ['127.evil.example', usual],
    ['evil.example', '0.0.0.0'],
    ['1.evil.example', '::'],
    ['', usual],
    [undefined, usual],
  ])('with the host %s where it listens on %s', (host, listensOn) => {
    expect(isForeign({ host }, listensOn)).toBe(true);
  });

  it.each(['http://evil.example', 'http://localhost:3001', 'https://localhost:3000', 'null', ''])(
    'with the origin "%s"',
    (origin) => {
      expect(isForeign({ host: 'localhost:3000', origin }, usual)).toBe(true);
    },
  );
});
