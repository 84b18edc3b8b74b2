import { addedAttributes } from '../../functions/shared/added-attributes.ts';
import type { Problem } from '../../infra/project/problem.ts';
import type { Contract, Part } from './contract.ts';
import { kindOf, rulesOf } from './keywords.ts';
import { leafOf } from './leaf.ts';
import { type Merged, merged, type WrittenSchema } from './merged.ts';
import { throwAll, together, togetherForEach } from './problems.ts';
import { type Place, refusal } from './schema-problem.ts';
import type { Schema } from './schema-type.ts';

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const maxLevels = 32;

/** Reads the schema of an object. Throws a Problem if the service could not keep each value of it. */
export function schemaOf(contract: Contract, root: string, schema: unknown): Schema {
  const place = { root, field: '', level: 0 };
  const read = readSchema(contract, { schema, refs: [] }, place);
  if (read.type === 'object') return read;
  throw refusal(place, `type: ${read.type}`, 'type: object');
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
  togetherForEach(Object.entries(schema.properties ?? {}), ([field, { type }]) => {
    if (type === 'string' || type === 'integer') return;
    throw refusal({ root, field, level: 1 }, `type: ${type}`, 'string or integer');
  });
  return schema;
}

function readSchema(contract: Contract, written: WrittenSchema, place: Place): Schema {
  if (place.level > maxLevels) throw refusal(place, `more than ${maxLevels} levels`, 'fewer');
  const whole = merged(contract, written);
  const [schema] = together([
    () => readMerged(contract, whole, place),
    () => checkTwice(whole.twice, place),
  ]);
  return schema;
}

function readMerged(contract: Contract, whole: Merged, place: Place): Schema {
  const { keywords } = whole;
  const kind = kindOf(keywords, place);
  const type = [keywords['type']].flat().includes('null') ? ([kind, 'null'] as const) : kind;
  if (kind === 'object') return { type, ...readObject(contract, whole, place) };
  if (kind === 'array') return { type, ...readArray(contract, whole, place) };
  return leafOf(kind, { type, ...rulesOf(kind, keywords, place) }, place);
}

function readObject(contract: Contract, whole: Merged, place: Place): Omit<Schema, 'type'> {
  const { keywords, fields, required } = whole;
  const [, properties] = together([
    // Only for its Problems: an object keeps no rule.
    () => rulesOf('object', keywords, place),
    () => readFields(contract, whole, place),
  ]);
  if (fields.length === 0) throw refusal(place, 'no properties', 'the fields that it keeps');
  return { properties, required };
}

function readArray(contract: Contract, whole: Merged, place: Place): Omit<Schema, 'type'> {
  const { keywords, items } = whole;
  const [rules, item] = together([
    () => rulesOf('array', keywords, place),
    () => (items.schema === undefined ? undefined : readItem(contract, items, place)),
  ]);
  if (item === undefined) throw refusal(place, 'no items', 'their schema');
  const [kindOfItem] = [item.type].flat();
  if (rules.uniqueItems && (kindOfItem === 'array' || kindOfItem === 'object')) {
    throw refusal(place, 'uniqueItems', 'it only for texts, numbers and booleans');
  }
  return { ...rules, items: item };
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
  const names = fields.map(([name]) => name);
  const [properties] = together([
    () =>
      togetherForEach(fields, ([name, written]) => {
        const inner = { root, field: field === '' ? name : `${field}.${name}`, level: level + 1 };
        return [name, readSchema(contract, written, inner)] as const;
      }),
    () => checkNames(names, required, place),
  ]);
  return Object.fromEntries(properties);
}

function checkTwice(keywords: ReadonlySet<string>, place: Place): void {
  throwAll(
    [...keywords].map((keyword) => refusal(place, `${keyword} in two places`, 'it in one of them')),
  );
}

function checkNames(names: readonly string[], required: readonly string[], place: Place): void {
  const problems: Problem[] = [];
  for (const [index, name] of names.entries()) {
    if (!isName(name, place.level)) {
      problems.push(refusal(place, `a field ${name}`, anotherName));
    } else if (names.indexOf(name) !== index) {
      problems.push(refusal(place, `the field ${name} in two places`, 'it in one of them'));
    }
  }
  for (const name of required) {
    if (!names.includes(name)) {
      problems.push(refusal(place, `required: ${name}`, 'only names of its fields'));
    }
  }
  throwAll(problems);
}

const anotherName = 'another name, of letters, digits, _ and -, with a letter first';

function isName(name: string, level: number): boolean {
  // For example constructor: each object has it, also one without such a field.
  const isInherited = name in Object.prototype;
  const isTaken = level === 0 && Object.values<string>(addedAttributes).includes(name);
  return /^[a-z][\w-]{0,99}$/i.test(name) && !isInherited && !isTaken;
}
