import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { exactJson } from './answer.ts';
import { exactNumber } from './int64.ts';
import { type Fields, picked } from './picked.ts';

/** An item as the error of a refused write has it: in DynamoDB's own form. */
export type Item = Readonly<Record<string, AttributeValue>>;

/** Whether the store has sent an item, and its key has this value. */
export function hasKey(item: Item | null | undefined, key: string, value: unknown): item is Item {
  return item?.[key] !== undefined && plainValueOf(item[key]) === value;
}

/** Whether an item holds this body: as JSON, both are the same. This version of the contract knows only `fields`. */
export function holdsBody(item: Item, body: object, fields: Fields): boolean {
  return exactJson(picked(plainValueOf({ M: item }), fields)) === exactJson(picked(body, fields));
}

/**
 * The value of an attribute, as it is in a parsed body. The document client does this for answers, but not for the item of an
 * error, and it exports no function for it. Stores write one number in several ways: 20, 20.0, 2e1.
 */
function plainValueOf(attribute: AttributeValue | null): unknown {
  const { S, N, BOOL, NULL, L, M, ...other } = (attribute ?? {}) as AttributeValue;
  if (S !== undefined) return S;
  if (N !== undefined) return exactNumber(N);
  if (BOOL !== undefined) return BOOL;
  if (NULL) return null;
  if (L !== undefined) return L.map(plainValueOf);
  if (M !== undefined) {
    const values = Object.entries(M).map(([name, value]) => [name, plainValueOf(value)]);
    return Object.fromEntries(values);
  }
  // Bytes or a set, which no operation writes. An object, so that it is no text, number or list of a body.
  return other;
}
