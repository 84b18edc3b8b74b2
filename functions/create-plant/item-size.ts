import type { NewPlant } from './plant.ts';

/** DynamoDB's bound for one item, names and values: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
export const maxItemBytes = 400 * 1024;

/** What a plant takes in the table, counted as DynamoDB does, its numbers at their upper bound. */
export const itemSize = (plant: NewPlant): number =>
  Object.entries(plant).reduce((sum, [name, value]) => sum + name.length + valueSize(value), 0);

const valueSize = (value: string | bigint): number =>
  typeof value === 'string' ? Buffer.byteLength(value) : numberSize(value);

// One byte for two digits, one more, and one for a sign:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
const numberSize = (value: bigint): number => Math.ceil(value.toString().length / 2) + 2;
