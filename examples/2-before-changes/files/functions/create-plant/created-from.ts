import { createHash } from 'node:crypto';
import { type CreatePlantBody, createPlantBodyFields } from '../contract/create-plant.generated.ts';
import { exactJson } from '../http/answer.ts';
import { picked } from '../http/picked.ts';
import type { Item } from '../http/stored-item.ts';
import { addedAttributes } from '../shared/added-attributes.ts';

/**
 * A digest of the request that has stored a plant. After an update, it says whether a POST is the same again. It depends
 * on the order of the fields in openapi.yaml, which must not change any more.
 */
export function createdFrom(plant: CreatePlantBody): string {
  const json = exactJson(picked(plant, createPlantBodyFields));
  return createHash('sha256').update(json).digest('base64');
}

/** Whether an item was stored from this plant. Undefined if it is of a version that stored no digests. */
export function isCreatedFrom(stored: Item, plant: CreatePlantBody): boolean | undefined {
  const digest = stored[addedAttributes.digest]?.S;
  return digest === undefined ? undefined : digest === createdFrom(plant);
}
