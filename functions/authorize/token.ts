import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { tokenPrefix } from '../service.ts';

export const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const randomLength = 43; // 62 ** 43 > 2 ** 256: 32 bytes and a little more
const checksumLength = 6; // 62 ** 6 > 2 ** 32

/** The pattern for secret scanners, with the sum of both lengths. docs/TOKENS.md has the same. */
export const tokenPattern = new RegExp(`^${tokenPrefix}[0-9A-Za-z]{49}$`);

export function withChecksum(text: string): string {
  return text + base62(crc32(text));
}

/** Whether a text has the form and checksum of a token. A mistyped token costs no lookup. */
export function isToken(text: string | undefined): text is string {
  // Stryker disable next-line ConditionalExpression: the pattern does not match "undefined".
  if (text === undefined || !tokenPattern.test(text)) return false;
  return withChecksum(text.slice(0, -checksumLength)) === text;
}

/** What is stored in place of the token: the key to find it. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function base62(checksum: number): string {
  let text = '';
  for (let rest = checksum; text.length < checksumLength; rest = Math.floor(rest / 62)) {
    text = alphabet[rest % 62] + text;
  }
  return text;
}
