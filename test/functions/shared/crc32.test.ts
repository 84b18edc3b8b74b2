import { crc32 as crc32OfZlib } from 'node:zlib';
import { expect, it } from 'vitest';
import { crc32 } from '../../../functions/shared/crc32.ts';

it('has the check value of the standard', () => {
  expect(crc32('123456789')).toBe(0xcbf43926);
});

it('equals that of node:zlib for each byte, any length and text in UTF-8', () => {
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const data of ['', '{}', 'Fern 蕨 \u{1f33f}', everyByte, new Uint8Array(70_000).fill(255)]) {
    expect(crc32(data)).toBe(crc32OfZlib(data));
  }
});
