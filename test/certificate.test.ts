import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { selfSigned } from './certificate.ts';

it('is a certificate for 127.0.0.1 that its own key signed, valid now', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const { key, cert } = selfSigned(now);
  const certificate = new X509Certificate(cert);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.checkIP('127.0.0.2')).toBeUndefined();
  expect(certificate.validFromDate.getTime()).toBeLessThan(now);
  expect(certificate.validToDate.getTime()).toBeGreaterThan(now);
});
