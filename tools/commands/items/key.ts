import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { UsageError } from '../../shared/usage-error.ts';

/** The value of a key: a number has all its digits. */
export type Key = bigint | string;

/** What functions/service.ts says about the key of a table. */
export interface KeyRule {
  readonly key: string;
  readonly type: 'N' | 'S';
}

/** A key as a person writes it. `place` is for messages. */
export function readKey(text: string, { key, type }: KeyRule, place = JSON.stringify(text)): Key {
  if (type === 'S' && text !== '') return text;
  const isInteger = type === 'N' && /^-?\d{1,19}$/.test(text);
  if (isInteger && BigInt.asIntN(64, BigInt(text)) === BigInt(text)) return BigInt(text);
  const right = type === 'N' ? 'an integer of 64 bits' : 'a text';
  throw new UsageError(`${place} is no ${key}: write ${right}.`);
}

/** The key in the form of DynamoDB. */
export function keyItem({ key }: KeyRule, value: Key): Record<string, AttributeValue> {
  return { [key]: typeof value === 'bigint' ? { N: `${value}` } : { S: value } };
}
