import { Failure } from './failure.ts';

/**
 * The largest plant: DynamoDB's limit for an item, less 400 bytes for the attributes that the service adds. Their longest
 * names and values take 310 bytes. With the attributes that only the examples 2 to 4 add, they would take 383:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export const maxPlantBytes = 400 * 1024 - 400;

/** The size was counted here, or by DynamoDB. */
export function tooLarge(cause?: unknown): Failure {
  return new Failure('tooLarge', `the plant is larger than ${maxPlantBytes} bytes`, cause);
}

/**
 * The most bytes that these fields take in a table, as DynamoDB counts them:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function sizeOf(fields: object): number {
  return Object.entries(fields).reduce((sum, [name, value]) => {
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
