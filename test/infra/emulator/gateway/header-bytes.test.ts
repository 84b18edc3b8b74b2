import { expect, it } from 'vitest';
import { headerBytes } from '../../../../infra/emulator/gateway/limits.ts';

it.each([
  ['GET', '/', []],
  ['POST', '/plants', ['Host', 'here', 'X-Empty', '']],
])('counts %s %s with the headers %j as they came over the wire', (method, target, rawHeaders) => {
  const lines = [`${method} ${target} HTTP/1.1\r\n`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}\r\n`);
  }
  expect(headerBytes(method, target, rawHeaders)).toBe(lines.join('').length);
});
