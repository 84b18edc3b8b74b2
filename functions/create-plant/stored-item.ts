import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { key, type NewPlant, newPlantFields } from '../shared/contract.generated.ts';
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
export function isStoredAs(value: unknown, stored: AttributeValue | undefined): boolean {
  if (value === undefined) return stored === undefined;
  const { S, BOOL, N } = (stored ?? {}) as AttributeValue;
  return value === (S ?? BOOL ?? int64(String(N)));
}
