import { describe, expect, it } from 'vitest';
import {
  digestOf,
  isToken,
  tokenPattern,
  withChecksum,
} from '../../../functions/authorize/token.ts';
import { createToken } from '../../../tools/commands/token/create-token.ts';

describe('a token', () => {
  it('is recognised by its prefix, length and checksum', () => {
    const token = createToken();
    expect(token).toMatch(tokenPattern);
    expect(isToken(token)).toBe(true);
    expect(isToken(token.slice(0, -1) + (token.endsWith('0') ? '1' : '0'))).toBe(false);
  });

  it('ends with the CRC32 of all characters before, in base62', () => {
    // The check value in the catalogue of CRCs: 0xcbf43926, which is 3jZRME in base62.
    expect(withChecksum('123456789')).toBe('1234567893jZRME');
  });

  it.each([`plant_${'0'.repeat(42)}`, `plant_${'0'.repeat(44)}`, `_plant_${'0'.repeat(43)}`])(
    'is not %j with its checksum',
    (text) => {
      expect(isToken(withChecksum(text))).toBe(false);
    },
  );

  it('is stored as its SHA-256', () => {
    expect(digestOf('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
