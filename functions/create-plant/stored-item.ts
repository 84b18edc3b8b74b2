import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { key, type NewPlant, newPlantFields } from '../shared/contract.ts';
import { int64 } from './int64.ts';

export type Item = Readonly<Record<string, AttributeValue>>;

/** Whether the store has sent an item, and not that of another plant. */
export function hasKeyOf(plant: NewPlant, item: Item | null | undefined): item is Item {
  return isStoredAs(plant[key], item?.[key]);
}

/** Whether an item holds this plant. Fields that this version does not know make no difference. */
export function holds(item: Item, plant: NewPlant): boolean {
  return newPlantFields.every((name) => isStoredAs(plant[name], item[name]));
}

/** Whether an attribute means this value. Stores write one number in several ways: 20, 20.0, 2e1. */
function isStoredAs(value: unknown, stored: AttributeValue | undefined): boolean {
  if (value === undefined) return stored === undefined;
  const { S, N, BOOL, L, M } = Object(stored) as AttributeValue;
  if (typeof value === 'bigint') return int64(String(N)) === value;
  if (typeof value === 'number') return Number(N) === value;
  if (Array.isArray(value)) {
    return L?.length === value.length && L.every((item, index) => isStoredAs(value[index], item));
  }
  if (typeof value === 'object') {
    const names = Object.keys({ ...value, ...M });
    return M !== undefined && names.every((name) => isStoredAs(Object(value)[name], M[name]));
  }
  return value === (S ?? BOOL);
}
