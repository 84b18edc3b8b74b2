import { type NewPlant, newPlantFields, type Plant, plantFields } from '../shared/contract.ts';

/** The plant as it is stored: only the fields of the contract. */
export function newPlantOf(body: NewPlant): NewPlant {
  return only(newPlantFields, body);
}

/** The plant as it is answered. */
export function plantOf(plant: NewPlant): Plant {
  return only(plantFields, plant);
}

/** The value without other fields, and without fields that are undefined. */
function only<Name extends string, Part>(
  names: readonly Name[],
  value: Part & Readonly<Partial<Record<Name, unknown>>>,
): Part {
  const present = names.filter((name) => value[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, value[name]])) as Part;
}

/** DynamoDB's limit for one item, with names and values: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
export const maxItemBytes = 400 * 1024;

/** The size of a plant in the table, as DynamoDB counts it. For a number this is the upper bound. */
export function itemSize(fields: object): number {
  return Object.entries(fields).reduce(
    (sum, [name, value]) => sum + name.length + sizeOf(value),
    0,
  );
}

// One byte for every two digits of a number, one more byte, and one for a sign. A list and a map take three bytes,
// and one for each value: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'boolean') return 1;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + 1 + sizeOf(item), 3);
  if (typeof value === 'object')
    return 3 + Object.keys(value as object).length + itemSize(value as object);
  return Math.ceil(String(value).length / 2) + 2;
}
