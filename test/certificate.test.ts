import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { pem, selfSigned } from './certificate.ts';

it('is a certificate for localhost that its own key signed, valid now', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const { key, cert } = selfSigned(now);
  const certificate = new X509Certificate(cert);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkHost('example.com')).toBeUndefined();
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.checkIP('127.0.0.2')).toBeUndefined();
  expect(certificate.validFromDate.getTime()).toBeLessThan(now);
  expect(certificate.validToDate.getTime()).toBeGreaterThan(now);
});

// 48 bytes are 64 characters, which fill exactly one line.
it.each([1, 47, 48, 49, 96])('is written without an empty line, %i bytes long', (length) => {
  const [begin, ...rest] = pem(Buffer.alloc(length, 7)).split('\n');
  expect([begin, ...rest.slice(-2)]).toEqual([
    '-----BEGIN CERTIFICATE-----',
    '-----END CERTIFICATE-----',
    '',
  ]);
  const lines = rest.slice(0, -2);
  expect(lines.every((line) => line.length > 0 && line.length <= 64)).toBe(true);
  expect(Buffer.from(lines.join(''), 'base64')).toHaveLength(length);
});
