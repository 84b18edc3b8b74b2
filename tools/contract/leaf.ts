import { isMetBy } from './checks.ts';
import { type Place, refusal, unmet } from './schema-problem.ts';
import type { Kind, Rules, Schema } from './schema-type.ts';
import { firstTooLarge } from './stored-numbers.ts';

/** The schema of a text, a number or a boolean. Throws a Problem if no value meets it. */
export function leafOf(kind: Kind, schema: Schema, place: Place): Schema {
  if (kind === 'integer') checkDigits(schema, place);
  checkRange(kind, schema, place);
  return schema.enum === undefined ? schema : withMetValues(kind, schema, schema.enum, place);
}

function checkDigits({ minimum, maximum, enum: values = [] }: Rules, place: Place): void {
  const numbers = [minimum, maximum, ...values].filter((one) => one != null);
  const rounded = numbers.find((one) => !Number.isSafeInteger(one));
  if (rounded === undefined) return;
  const right = `whole numbers of at most ${Number.MAX_SAFE_INTEGER}, which YAML does not round`;
  throw refusal(place, `the number ${rounded}`, right);
}

function checkRange(kind: Kind, rules: Rules, place: Place): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = rules;
  // The first number above those that the service keeps.
  const limit = kind === 'integer' ? 2 ** (format === 'int32' ? 31 : 63) : firstTooLarge;
  const low = Math.max(minimum ?? -limit, exclusiveMinimum ?? -limit);
  const high = Math.min(maximum ?? limit, exclusiveMaximum ?? limit);
  const isExcluded = [exclusiveMinimum, exclusiveMaximum, limit].includes(low);
  if (low > high || (low === high && isExcluded)) throw unmet(place);
}

/**
 * Keeps the values of the enum that the other rules allow. A null leaves the list: the type says that it is allowed. If
 * the list of a nullable type has no null, the type is not nullable any more.
 */
function withMetValues(
  kind: Kind,
  { enum: _, type, ...rules }: Schema,
  values: NonNullable<Rules['enum']>,
  place: Place,
): Schema {
  // The kind alone does not allow null.
  const met = values.filter((one) => {
    const value = kind === 'integer' && one !== null ? BigInt(one) : one;
    return isMetBy({ ...rules, type: kind }, value);
  });
  if (met.length === 0) throw unmet(place);
  const isNullable = type !== kind && values.includes(null);
  return { ...rules, type: isNullable ? type : kind, enum: met };
}
