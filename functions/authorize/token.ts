import { createHash } from 'node:crypto';
import { crc32 } from '../shared/checksum.ts';

export const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const prefix = 'plant_';
export const randomLength = 43; // 62 ** 43 > 2 ** 256: 32 bytes and a little more
const checksumLength = 6; // 62 ** 6 > 2 ** 32

/** The pattern for secret scanners. docs/TOKENS.md has the same. */
export const tokenPattern = /^plant_[0-9A-Za-z]{49}$/;

export function withChecksum(text: string): string {
  return text + base62(crc32(text)).padStart(checksumLength, '0');
}

/** Whether a text has the form and checksum of a token. A mistyped token costs no lookup. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text) && withChecksum(text.slice(0, -checksumLength)) === text;
}

/** Stored in place of the token, and the key to look it up. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function lastFour(token: string): string {
  return token.slice(-4);
}

function base62(value: number): string {
  return value === 0 ? '' : base62(Math.floor(value / 62)) + alphabet[value % 62];
}
