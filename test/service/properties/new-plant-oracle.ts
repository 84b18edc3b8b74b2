import type { Json } from './json-body.ts';

/**
 * The fields that make a body an invalid NewPlant. It is written from the contract, and shares no code
 * with the validator.
 */
export function wrongFields(body: Json): ('body' | 'id' | 'name' | 'tag')[] {
  if (body.kind !== 'object') return ['body'];
  // Of names that repeat, the last counts.
  const fields = new Map(body.members);
  const [id, name, tag] = [fields.get('id'), fields.get('name'), fields.get('tag')];
  const wrong: ('id' | 'name' | 'tag')[] = [];
  if (id?.kind !== 'number' || !isInt64(id.source)) wrong.push('id');
  if (name?.kind !== 'string' || hasLoneSurrogate(name.text)) wrong.push('name');
  if (tag !== undefined && (tag.kind !== 'string' || hasLoneSurrogate(tag.text))) wrong.push('tag');
  return wrong;
}

/** By the value that the digits stand for, however long it is. */
function isInt64(source: string): boolean {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const scale = Number(exponent) - fraction.length;
  const unscaled = BigInt(whole + fraction);
  if (scale >= 0) return isInRange(unscaled * 10n ** BigInt(scale));
  const divisor = 10n ** BigInt(-scale);
  return unscaled % divisor === 0n && isInRange(unscaled / divisor);
}

function isInRange(value: bigint): boolean {
  return value >= -(2n ** 63n) && value < 2n ** 63n;
}

function hasLoneSurrogate(text: string): boolean {
  return [...text].some((character) => {
    const point = character.codePointAt(0) ?? 0;
    return point >= 0xd800 && point <= 0xdfff;
  });
}
