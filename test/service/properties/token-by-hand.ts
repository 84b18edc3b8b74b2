const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Whether a text is a token. It is written from the README, and shares no code with the functions. */
export function isTokenByHand(text: string): boolean {
  const letters = text.slice('plant_'.length);
  if (!text.startsWith('plant_') || letters.length !== 49) return false;
  if ([...letters].some((letter) => !alphabet.includes(letter))) return false;
  const checksum = [...text.slice(-6)].reduce(
    (sum, letter) => sum * 62n + BigInt(alphabet.indexOf(letter)),
    0n,
  );
  return checksum === crc32(text.slice(0, -6));
}

/** Bit by bit, as in the annex of RFC 1952. */
function crc32(ascii: string): bigint {
  let crc = 0xffffffff;
  for (const letter of ascii) {
    crc ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return BigInt(~crc >>> 0);
}
