import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isForeignRequest } from '../../local/foreign-request.ts';

const usual = '127.0.0.1';

/** A request as Node parses it. */
function foreign(host: string | undefined, listensOn: string, origin?: string) {
  const headersDistinct = {
    ...(host !== undefined && { host: [host] }),
    ...(origin !== undefined && { origin: [origin] }),
  };
  return isForeignRequest({ headersDistinct }, listensOn);
}

describe('a request is of this machine', () => {
  it.each([
    ['localhost:3000', usual],
    ['LocalHost:3000', usual],
    ['[::1]:3000', usual],
    ['host.docker.internal:8000', usual],
    ['Garden.lan:3000', 'garden.lan'],
    ['192.0.2.7:3000', '0.0.0.0'],
    ['[2001:db8::1]:3000', '::'],
    [`${hostname()}:3000`, '0.0.0.0'],
  ])('with the host %s if it listens on %s', (host, listensOn) => {
    expect(foreign(host, listensOn)).toBe(false);
    expect(foreign(host, listensOn, `http://${host}`)).toBe(false);
  });
});

describe('a request is foreign', () => {
  it.each([
    ['evil.example:3000', usual],
    ['host.docker.internal:80.evil.example', usual],
    ['localhost.evil.example', usual],
    ['127.0.0.1.evil.example', usual],
    ['evil.example', '0.0.0.0'],
    ['1.evil.example', '::'],
    [undefined, usual],
  ])('with the host %s if it listens on %s', (host, listensOn) => {
    expect(foreign(host, listensOn)).toBe(true);
  });

  it.each(['http://evil.example', 'http://localhost:3001', 'https://localhost:3000', 'null', ''])(
    'with the origin "%s"',
    (origin) => {
      expect(foreign('localhost:3000', usual, origin)).toBe(true);
    },
  );

  it('with two hosts', () => {
    const headersDistinct = { host: ['localhost', 'localhost'] };
    expect(isForeignRequest({ headersDistinct }, usual)).toBe(true);
  });
});
