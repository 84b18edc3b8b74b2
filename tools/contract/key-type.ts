import type { Schema } from './schema-type.ts';

/** DynamoDB takes 1 to 2,048 bytes as a key, and a character has up to four. */
export const maxKeyLength = 512;

/** The type of a field as the key of a table. */
export function keyTypeOf({ properties, required }: Schema, name: string): 'N' | 'S' | undefined {
  const field = properties?.[name];
  if (field === undefined || !required?.includes(name)) return undefined;
  const { type, minLength = 0, maxLength = Infinity, format, enum: texts } = field;
  if (type === 'integer') return 'N';
  if (type !== 'string') return undefined;
  const isShort = minLength > 0 && maxLength <= maxKeyLength;
  const areShort = texts?.every((text) => text !== '' && `${text}`.length <= maxKeyLength);
  return isShort || areShort || format === 'uuid' ? 'S' : undefined;
}
