export interface Plant {
  readonly name: string;
  readonly tag?: string;
}

export interface NewPlant extends Plant {
  readonly id: bigint;
}

/** The plant without fields that are not in the contract. */
export function plantOf({ name, tag }: Plant): Plant {
  return tag === undefined ? { name } : { name, tag };
}

/** DynamoDB's limit for one item, with names and values: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
export const maxItemBytes = 400 * 1024;

/** The size of a plant in the table, as DynamoDB counts it. For a number this is the upper bound. */
export function itemSize(plant: NewPlant): number {
  return Object.entries(plant).reduce(
    (sum, [name, value]) => sum + name.length + valueSize(value),
    0,
  );
}

function valueSize(value: string | bigint): number {
  return typeof value === 'string' ? Buffer.byteLength(value) : numberSize(value);
}

// DynamoDB counts one byte for every two digits, one more byte, and one for a sign:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
function numberSize(value: bigint): number {
  return Math.ceil(value.toString().length / 2) + 2;
}
