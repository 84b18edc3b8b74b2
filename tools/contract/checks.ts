import type { Part } from './contract.ts';
import { createAjv } from './create-ajv.ts';
import { int64Of } from './int64.ts';
import type { Kind, Schema } from './schema-type.ts';

const ajv = createAjv();

/** What is wrong with the value of a keyword. The schemas inside are not looked at. */
export function wrongValueIn(keywords: Part): string | undefined {
  if (ajv.validateSchema({ ...keywords, properties: {}, items: {} }) === true) return undefined;
  const [{ instancePath = '', message } = {}] = ajv.errors ?? [];
  return `${instancePath.slice(1)} ${message}`;
}

/** Whether a text or a number keeps the rules of its schema. */
export function isMetBy(schema: Schema, value: unknown): boolean {
  return ajv.validate(checksOf(schema), value);
}

/** A schema in the keywords of ajv, and in those that create-ajv.ts adds. */
export function checksOf({ type, ...keywords }: Schema): object {
  if (typeof type === 'string') return checksOfKind(type, keywords);
  return { if: { type: 'null' }, else: checksOfKind(type[0], keywords) };
}

/** The same for the parameters of a path, which are all text. */
export function checksOfPath({ properties = {} }: Schema): object {
  const checks = Object.entries(properties).map(([name, schema]) => {
    const check = checksOf(schema);
    return [name, schema.type === 'integer' ? inOrder({ int64Text: true }, check) : check];
  });
  return { properties: Object.fromEntries(checks) };
}

function checksOfKind(type: Kind, keywords: Omit<Schema, 'type'>): object {
  const { properties = {}, required = [], items, ...rules } = keywords;
  switch (type) {
    case 'integer':
      return { int64: int64Of(rules) };
    case 'number': {
      const { format: _, ...others } = rules;
      return inOrder({ double: true }, others);
    }
    case 'array': {
      const { uniqueItems, ...others } = rules;
      // The items come first: they make numbers of bigints.
      const ofItems = { items: items && checksOf(items) };
      return { type, ...others, allOf: uniqueItems ? [ofItems, { distinct: true }] : [ofItems] };
    }
    case 'object':
      return { type, ...checksOfFields(properties, required) };
    case 'string': {
      const { pattern, ...others } = rules;
      const { format, maxLength = 0 } = rules;
      return {
        type,
        wellFormed: true,
        ...others,
        ...((format === 'time' || format === 'date-time') && { leapSecond: true }),
        // A pattern has a maxLength beside it, and is not tried on a text that is too long.
        ...(pattern && { if: { minLength: maxLength + 1 }, else: { pattern } }),
      };
    }
    default:
      return { type };
  }
}

/** ajv checks the parts of an allOf one after the other: the second one sees what the first one has made of a value. */
function inOrder(first: object, second: object): object {
  return { allOf: [first, second] };
}

/** With a part for each field, the errors are in the order of the fields. */
function checksOfFields(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
): object {
  const fields = Object.entries(properties);
  return {
    // Other fields are dropped: they have to be known here.
    properties: Object.fromEntries(fields.map(([name]) => [name, true])),
    additionalProperties: false,
    allOf: fields.map(([name, field]) => ({
      required: required.filter((one) => one === name),
      properties: { [name]: checksOf(field) },
    })),
  };
}
