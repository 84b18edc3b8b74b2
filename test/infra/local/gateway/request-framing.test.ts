import { expect, it } from 'vitest';
import { isUnambiguous } from '../../../../infra/local/gateway/request-framing.ts';

function framed(rawHeaders: string[], protocol = 'HTTP/1.1') {
  return isUnambiguous({ rawHeaders }, protocol);
}

it.each([
  [['Host', 'localhost']],
  [['host', '127.0.0.1:3000']],
  [['Host', '[::1]:3000']],
  [['Host', 'x', 'X-Host', 'y', 'Any', 'host']],
  [['Host', 'x', 'Transfer-Encoding', 'chunked']],
  [['Host', 'x', 'transfer-encoding', 'Chunked']],
])('takes %j', (rawHeaders) => {
  expect(framed(rawHeaders)).toBe(true);
});

it.each([
  [[]],
  [['Host', '']],
  [['Host', 'x', 'host', 'x']],
  [['Host', 'x/y']],
  [['Host', 'x@y']],
  [['Host', 'x y']],
  [['Host', 'x', 'Transfer-Encoding', '']],
  [['Host', 'x', 'Transfer-Encoding', 'gzip, chunked']],
  [['Host', 'x', 'Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'chunked']],
])('refuses %j', (rawHeaders) => {
  expect(framed(rawHeaders)).toBe(false);
});

it('knows HTTP/1.1, and 1.0 without chunks', () => {
  expect(framed(['Host', 'x'], 'HTTP/1.0')).toBe(true);
  expect(framed(['Host', 'x', 'Transfer-Encoding', 'chunked'], 'HTTP/1.0')).toBe(false);
  for (const protocol of ['HTTP/2.0', 'HTTP/0.9', 'RTSP/1.0', 'ICE/1.1', '']) {
    expect(framed(['Host', 'x'], protocol)).toBe(false);
  }
});
