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

// DynamoDB counts one byte for every two digits of a number, one more byte, and one for a sign:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
function valueSize(value: string | bigint): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Math.ceil(value.toString().length / 2) + 2;
}
