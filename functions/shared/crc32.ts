const polynomial = 0xedb8_8320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 && polynomial);
  return rest;
});

/**
 * The checksum of https://www.rfc-editor.org/rfc/rfc1952#section-8. node:zlib also has it, but loading
 * node:zlib takes 2 ms of each start, and nothing else needs it.
 */
export function crc32(data: Uint8Array | string): number {
  let rest = ~0;
  for (const byte of Buffer.from(data)) {
    rest = (rest >>> 8) ^ (table[(rest ^ byte) & 0xff] as number);
  }
  return ~rest >>> 0;
}
