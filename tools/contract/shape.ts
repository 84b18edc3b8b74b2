import { Problem } from '../../infra/base.ts';
import { type Contract, type Reference, type Schema, targetOf } from './contract.ts';

/** A schema of which each keyword was read, so that no code leaves one out. */
export interface Shape {
  readonly kind: 'object' | 'array' | 'string' | 'int64' | 'integer' | 'number' | 'boolean';
  /** What a value must be, in the words that a client gets. */
  readonly rule: string;
  /** The keywords of the contract. */
  readonly limits: Schema;
  /** Of a number. */
  readonly bounds?: readonly [least: number | bigint, most: number | bigint];
  readonly description: string | undefined;
  /** Of an object, in the order of the contract. */
  readonly fields: readonly Field[];
  /** Of a list. */
  readonly items?: Shape;
}

interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly shape: Shape;
}

const notes = ['type', 'title', 'description', 'examples'];
const keywords: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'allOf'],
  array: ['items', 'minItems', 'maxItems'],
  string: ['minLength', 'maxLength', 'pattern', 'enum'],
  integer: ['format', 'minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  boolean: [],
};

/** Reads a schema. A keyword for which no code is made is a Problem that names it and its place. */
export function shapeOf(
  contract: Contract,
  schema: Schema | Reference,
  place: string,
  inside: readonly string[] = [],
): Shape {
  const { type = 'allOf' in schema ? 'object' : '', ...limits } = schema as Schema;
  const { description } = limits;
  if ('$ref' in schema) {
    refuseOthers(schema, ['$ref'], place);
    const target = targetOf<Schema>(contract, schema);
    if (target === undefined || inside.includes(schema.$ref)) refuse(`$ref ${schema.$ref}`, place);
    const shape = shapeOf(contract, target, place, [...inside, schema.$ref]);
    return { ...shape, description: description ?? shape.description };
  }
  refuseOthers(schema, keywords[type] ?? refuse(`type ${type}`, place), place);
  const own = { limits, description, fields: [] };
  switch (type) {
    case 'object':
      return { ...own, kind: type, rule: 'a JSON object', fields: fieldsOf() };
    case 'array': {
      const { items = {}, minItems, maxItems } = limits;
      const rule = `a list${range('items', minItems, maxItems)}`;
      return { ...own, kind: type, rule, items: shapeOf(contract, items, `${place}[]`, inside) };
    }
    case 'string':
      return { ...own, kind: type, rule: textRule(limits, place) };
    case 'boolean':
      return { ...own, kind: type, rule: 'true or false' };
    default:
      return { ...own, ...numberOf(type as 'integer' | 'number', limits, place) };
  }

  function fieldsOf(): Field[] {
    const { properties = {}, required = [], allOf = [] } = limits;
    const own = Object.entries(properties).map(([name, property]) => {
      if (!isName(name)) refuse(`a field ${name}`, place);
      const shape = shapeOf(contract, property, `${place}.${name}`, inside);
      return { name, isRequired: false, shape };
    });
    const parts = allOf.flatMap((part) => {
      const { kind, fields } = shapeOf(contract, part, place, inside);
      return kind === 'object' ? fields : refuse(`allOf with a value of type ${kind}`, place);
    });
    const fields = [...own, ...parts];
    if (fields.length === 0) refuse('an object without properties', place);
    const unknown = required.find((name) => !fields.some((field) => field.name === name));
    if (unknown !== undefined) refuse(`required ${unknown}`, place);
    return fields.map(({ name, isRequired, shape }, index, all) => {
      if (all.findIndex((other) => other.name === name) < index) refuse(`a second ${name}`, place);
      return { name, isRequired: isRequired || required.includes(name), shape };
    });
  }
}

/** Names are written into code and into paths. */
export function isName(name: string): boolean {
  return /^[a-z]\w*$/i.test(name) && !(name in Object.prototype);
}

function textRule(limits: Schema, place: string): string {
  const { minLength, maxLength, pattern, enum: values } = limits;
  const kind = values?.map((value) => JSON.stringify(value)).join(', ');
  try {
    new RegExp(pattern ?? '', 'u');
  } catch {
    refuse(`pattern ${pattern}`, place);
  }
  const text = kind === undefined ? 'a string of well-formed Unicode' : `one of ${kind}`;
  const matching = pattern === undefined ? '' : ` that matches ${pattern}`;
  return text + range('characters', minLength, maxLength) + matching;
}

function range(unit: string, least = 0n, most?: bigint): string {
  if (most !== undefined) return ` with ${least} to ${most} ${unit}`;
  return least === 0n ? '' : ` with ${least} or more ${unit}`;
}

const formats: Readonly<Record<string, bigint>> = { int32: 2n ** 31n, int64: 2n ** 63n };

/** The table keeps no smaller number: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
export const leastSize = 1e-130;

/** Without a format, a number needs bounds: JavaScript and the table keep no larger ones exactly. */
function numberOf(type: 'integer' | 'number', limits: Schema, place: string) {
  const { format } = limits;
  const end = formats[format ?? ''];
  if (format !== undefined && end === undefined) refuse(`format ${format}`, place);
  const [least, most] = end ? [-end, end - 1n] : [1n - 2n ** 53n, 2n ** 53n - 1n];
  const { minimum = end && least, maximum = end && most } = limits;
  if (minimum === undefined || maximum === undefined || minimum < least || maximum > most) {
    throw new Problem(`${place} needs a minimum and a maximum between ${least} and ${most}.`);
  }
  const noun = type === 'integer' ? 'an integer' : 'a number';
  const small = type === 'number' && minimum < leastSize && maximum > -leastSize;
  const size = small ? `, with a size of 0 or at least ${leastSize}` : '';
  const rule = `${noun} between ${minimum} and ${maximum}${size}`;
  const kind = format === 'int64' ? format : type;
  return { kind, rule, bounds: [minimum, maximum] } as const;
}

function refuseOthers(schema: object, known: readonly string[], place: string): void {
  const other = Object.keys(schema).find((key) => ![...known, ...notes].includes(key));
  if (other !== undefined) refuse(other, place);
}

function refuse(keyword: string, place: string): never {
  throw new Problem(`openapi.yaml: no code is made for ${keyword} at ${place}.`);
}
