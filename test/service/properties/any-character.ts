import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * Any character of Unicode, as the unit of `fc.string`. For its own unit `binary`, fast-check first writes all 1.1
 * million characters into a table.
 */
export const anyCharacter = fc.nat(0x10_ffff - surrogates).map(characterAt, placeOf);

function characterAt(place: number): string {
  return String.fromCodePoint(place < firstSurrogate ? place : place + surrogates);
}

function placeOf(character: unknown): number {
  const code = String(character).codePointAt(0) ?? 0;
  const place = code < firstSurrogate ? code : code - surrogates;
  if (characterAt(place) !== character) throw new Error('That is no single character');
  return place;
}
