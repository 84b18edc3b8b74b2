import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { validateCreatePlant } from '../contract/create-plant.generated.ts';
import { int64 } from '../http/int64.ts';
import { tables } from '../service.ts';
import type { NewPlant } from './plant.ts';

const { key } = tables.Plants;

export type Item = Readonly<Record<string, AttributeValue>>;

/** Whether the store has sent an item, and not that of another plant. */
export function hasKeyOf(plant: NewPlant, item: Item | null | undefined): item is Item {
  return item?.[key] !== undefined && meaningOf(item[key]) === plant[key];
}

/** Whether an item holds this plant. Fields that this version does not know make no difference. */
export function holds(item: Item, plant: NewPlant): boolean {
  const body = meaningOf({ M: item });
  // The validator drops fields that this version does not know, at each depth. Whether the rest is valid makes no difference here.
  validateCreatePlant({ body });
  return isDeepStrictEqual(body, plant);
}

/** The value that an attribute means, as it is in a parsed body. Stores write one number in several ways: 20, 20.0, 2e1. */
function meaningOf(attribute: AttributeValue | null): unknown {
  const { S, N, BOOL, NULL, L, M, ...other } = (attribute ?? {}) as AttributeValue;
  if (N !== undefined) return int64(N) ?? Number(N);
  if (L !== undefined) return L.map(meaningOf);
  if (M !== undefined) {
    return Object.fromEntries(Object.entries(M).map(([name, value]) => [name, meaningOf(value)]));
  }
  return NULL ? null : (S ?? BOOL ?? other);
}
