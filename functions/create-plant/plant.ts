import {
  type CreatePlantAnswer,
  type CreatePlantBody,
  createPlantAnswerFields,
} from '../contract/create-plant.generated.ts';

/** A plant as a client sends it, and as it is stored. */
export type NewPlant = CreatePlantBody;

/** A plant as it is answered. */
export type Plant = CreatePlantAnswer;

export function plantOf(plant: NewPlant): Plant {
  return only(createPlantAnswerFields, plant);
}

/** These fields of a plant. One that it does not have is undefined, which JSON leaves out. */
function only<Name extends keyof NewPlant>(names: readonly Name[], plant: NewPlant) {
  return Object.fromEntries(names.map((name) => [name, plant[name]])) as Pick<NewPlant, Name>;
}

/**
 * The largest plant: DynamoDB's limit for an item, less 400 bytes for `createdBy` (256 bytes or less) and `createdAt`:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export const maxPlantBytes = 400 * 1024 - 400;

/**
 * The most bytes that a plant takes in the table, as DynamoDB counts them:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function sizeOf(plant: object): number {
  return Object.entries(plant).reduce((sum, [name, value]) => {
    return sum + Buffer.byteLength(name) + sizeOfValue(value);
  }, 0);
}

function sizeOfValue(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  // A list or an object takes three bytes, and one for each entry.
  if (Array.isArray(value)) return value.reduce((sum, one) => sum + 1 + sizeOfValue(one), 3);
  if (value === Object(value))
    return 3 + Object.keys(value as object).length + sizeOf(value as object);
  if (typeof value === 'boolean' || value === null) return 1;
  // One byte for every two digits, one more, and one for a sign. A fraction can begin in the middle of two digits.
  const number = String(value);
  const sign = number.startsWith('-') ? 1 : 0;
  return Math.ceil((number.length - sign) / 2) + sign + (typeof value === 'bigint' ? 1 : 2);
}
