import { addedAttributes } from '../../functions/shared/added-attributes.ts';
import type { Contract, Part } from './contract.ts';
import { kindOf, rulesOf } from './keywords.ts';
import { leafOf } from './leaf.ts';
import { type Merged, merged, type WrittenSchema } from './merged.ts';
import { refusal, together } from './problems.ts';
import type { Schema } from './schema-type.ts';

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const maxLevels = 32;

/** Where a schema stands. */
interface Place {
  /** The body, the answer or the path of an operation, for a sentence. */
  readonly root: string;
  /** The field in it: `lines[].amount`. Empty for the root itself. */
  readonly field: string;
  /** DynamoDB counts a field of the root as the first level. */
  readonly level: number;
}

function named({ root, field }: Place): string {
  return field === '' ? root : `the field ${field} of ${root}`;
}

/** Reads the schema of an object. Throws a Problem if the service could not keep each value of it. */
export function schemaOf(contract: Contract, root: string, schema: unknown): Schema {
  const read = readSchema(contract, { schema, refs: [] }, { root, field: '', level: 0 });
  if (read.type === 'object') return read;
  throw refusal(root, `type: ${read.type}`, 'type: object');
}

/** Reads the schemas of a path's parameters. Throws a Problem if one cannot be a part of a path. */
export function pathSchemaOf(
  contract: Contract,
  root: string,
  parameters: Part,
): Schema | undefined {
  const required = Object.keys(parameters);
  if (required.length === 0) return undefined;
  const schema = schemaOf(contract, root, { type: 'object', properties: parameters, required });
  const checks = Object.entries(schema.properties ?? {}).map(([name, { type }]) => () => {
    if (type === 'string' || type === 'integer') return;
    throw refusal(`the field ${name} of ${root}`, `type: ${type}`, 'string or integer');
  });
  together(checks);
  return schema;
}

function readSchema(contract: Contract, written: WrittenSchema, place: Place): Schema {
  const at = named(place);
  if (place.level > maxLevels) throw refusal(at, `more than ${maxLevels} levels`, 'fewer');
  const whole = merged(contract, written);
  const [schema] = together([
    () => readMerged(contract, whole, place),
    () => checkTwice(whole.twice, at),
  ]);
  return schema;
}

function readMerged(contract: Contract, whole: Merged, place: Place): Schema {
  const at = named(place);
  const { keywords, fields, required, items } = whole;
  const kind = kindOf(keywords, at);
  const type = [keywords['type']].flat().includes('null') ? ([kind, 'null'] as const) : kind;
  const readRules = () => rulesOf(kind, keywords, at);
  if (kind === 'object') {
    if (fields.length === 0) {
      readRules();
      throw refusal(at, 'no properties', 'the fields that it keeps');
    }
    const readAll = () => readFields(contract, whole, place);
    const [, properties] = together([readRules, readAll]);
    return { type, properties, required };
  }
  if (kind === 'array') {
    if (items.schema === undefined) {
      readRules();
      throw refusal(at, 'no items', 'their schema');
    }
    const [rules, item] = together([readRules, () => readItem(contract, items, place)]);
    const [kindOfItem] = [item.type].flat();
    if (rules.uniqueItems && (kindOfItem === 'array' || kindOfItem === 'object')) {
      throw refusal(at, 'uniqueItems', 'it only for texts, numbers and booleans');
    }
    return { ...rules, type, items: item };
  }
  return leafOf(kind, { ...readRules(), type }, at);
}

function readItem(contract: Contract, item: WrittenSchema, place: Place): Schema {
  const { root, field, level } = place;
  return readSchema(contract, item, { root, field: `${field}[]`, level: level + 1 });
}

function readFields(
  contract: Contract,
  { fields, required }: Merged,
  place: Place,
): Readonly<Record<string, Schema>> {
  const { root, field, level } = place;
  const readings = fields.map(([name, written]) => () => {
    const inner = { root, field: field === '' ? name : `${field}.${name}`, level: level + 1 };
    return [name, readSchema(contract, written, inner)] as const;
  });
  const names = fields.map(([name]) => name);
  const [properties] = together([
    () => together(readings),
    () => checkNames(names, required, place),
  ]);
  return Object.fromEntries(properties);
}

function checkTwice(keywords: ReadonlySet<string>, at: string): void {
  const checks = [...keywords].map((keyword) => () => {
    throw refusal(at, `${keyword} in two places`, 'it in one of them');
  });
  together(checks);
}

function checkNames(names: readonly string[], required: readonly string[], place: Place): void {
  const at = named(place);
  const missing = required.filter((name) => !names.includes(name));
  together([
    ...names.map((name, index) => () => {
      if (!isName(name, place.level)) throw refusal(at, `a field ${name}`, anotherName);
      if (names.indexOf(name) === index) return;
      throw refusal(at, `the field ${name} in two places`, 'it in one of them');
    }),
    ...missing.map((name) => () => {
      throw refusal(at, `required: ${name}`, 'only names of its fields');
    }),
  ]);
}

const anotherName = 'another name, of letters, digits, _ and -, with a letter first';

function isName(name: string, level: number): boolean {
  // For example constructor: each object has it, also one without such a field.
  const isInherited = name in Object.prototype;
  const isTaken = level === 0 && Object.values<string>(addedAttributes).includes(name);
  return /^[a-z][\w-]{0,99}$/i.test(name) && !isInherited && !isTaken;
}
