import {
  type NewPlant,
  newPlantFields,
  type Plant,
  plantFields,
} from '../shared/contract.generated.ts';

/** The plant as it is stored: only the fields of the contract. */
export function newPlantOf(body: NewPlant): NewPlant {
  return only(newPlantFields, body) as NewPlant;
}

/** The plant as it is answered. */
export function plantOf(plant: NewPlant): Plant {
  return only(plantFields, plant) as Plant;
}

/** The plant without other fields, and without fields that are undefined. */
function only(names: readonly (keyof NewPlant)[], plant: NewPlant): Partial<NewPlant> {
  const present = names.filter((name) => plant[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, plant[name]]));
}

/**
 * The largest plant: DynamoDB's limit for an item, less 400 bytes for `createdBy` (256 bytes or less) and `createdAt`:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export const maxPlantBytes = 400 * 1024 - 400;

/** The most bytes that a plant takes in the table, with the names of its fields, as DynamoDB counts them. */
export function sizeOf(plant: NewPlant): number {
  const sizes = Object.entries(plant).map(([name, value]) => name.length + bytesOf(value));
  return sizes.reduce((sum, size) => sum + size, 0);
}

// A number takes one byte for every two digits, one more, and one for a sign. A boolean takes less than is counted here.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Math.ceil(String(value).length / 2) + 2;
}
