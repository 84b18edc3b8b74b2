import { isDeepStrictEqual } from 'node:util';
import { addedAttributes } from '../../functions/shared/added-attributes.ts';
import { Problem } from '../../infra/build/problem.ts';
import { type Contract, targetOf } from './contract.ts';
import { textFormats } from './formats.ts';
import type { Kind, Schema } from './schema-type.ts';
import { ajv, firstTooLarge, isMetBy } from './validator.ts';

/** What a value can be, and the words that its schema can have beside its type. */
const kinds: Readonly<Record<Kind, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'enum'],
  integer: ['minimum', 'maximum', 'format', 'enum'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'format', 'enum'],
  boolean: [],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required'],
};

const formats: Readonly<Record<string, readonly string[]>> = {
  string: Object.keys(textFormats),
  integer: ['int32', 'int64'],
  number: ['double'],
};

/** What to write in place of a word. */
const instead: Readonly<Record<string, string>> = {
  additionalProperties: 'a list of objects if it is a map, and else nothing',
  anyOf: 'optional fields',
  const: 'enum with one value',
  default: 'the value into the description',
  exclusiveMaximum: 'maximum',
  exclusiveMinimum: 'minimum',
  multipleOf: 'an integer that counts the smallest unit',
  nullable: "type: [string, 'null'], or another type",
  oneOf: 'optional fields',
};

/** What only people read. */
const forPeople = /^(description|title|examples?|deprecated|externalDocs|\$comment|x-.*)$/;

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const maxItemBytes = 400 * 1024;
const maxLevels = 32;

/** A piece of the contract, and the references that led to it. */
interface Part {
  readonly schema: Contract;
  readonly refs: readonly string[];
}

/** Reads the schema of a body. Throws a Problem if the service could not keep each value of it. */
export function schemaOf(contract: Contract, body: string, schema: Contract): Schema {
  // DynamoDB counts a field of the body as the first level.
  function read(part: Part, path: string, level: number): Schema {
    const at = path === '' ? body : `the field ${path} of ${body}`;
    if (level > maxLevels) throw refusal(at, `more than ${maxLevels} levels`, 'fewer');
    const { words, fields, required, items } = merged(partsOf(contract, part), at);
    const kind = kindOf(words, at);
    checkWords(kind, words, at);
    const type = [words.type].flat().includes('null') ? ([kind, 'null'] as const) : kind;
    if (kind === 'array') {
      const list = { ...words, type, items: read(items, `${path}[]`, level + 1) };
      if (words.uniqueItems && ['array', 'object'].includes(kindOf(list.items, at))) {
        throw refusal(at, 'uniqueItems', 'it only for texts, numbers and booleans');
      }
      return list;
    }
    if (kind !== 'object') return settled(kind, { ...words, type }, at);
    checkNames(fields, required, level, at);
    const properties = fields.map(([name, field]) => {
      return [name, read(field, path === '' ? name : `${path}.${name}`, level + 1)] as const;
    });
    return {
      type,
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false,
    };
  }
  const whole = read({ schema, refs: [] }, '', 0);
  if (whole.type === 'object') return whole;
  throw refusal(body, `type: ${whole.type}`, 'type: object');
}

/** Reads the schemas of a path's parameters. Throws a Problem if one cannot be a part of a path. */
export function pathSchemaOf(
  contract: Contract,
  path: string,
  parameters: Readonly<Record<string, Contract>>,
): Schema | undefined {
  const required = Object.keys(parameters);
  if (required.length === 0) return undefined;
  const schema = schemaOf(contract, path, { type: 'object', properties: parameters, required });
  for (const [name, { type }] of Object.entries(schema.properties ?? {})) {
    if (type === 'string' || type === 'integer') continue;
    throw refusal(`the field ${name} of ${path}`, `type: ${type}`, 'string or integer');
  }
  return schema;
}

/** A schema, what its $ref leads to, and the parts of its allOf. */
function partsOf(contract: Contract, { schema, refs }: Part): Part[] {
  const { $ref, allOf = [], ...words } = Object(schema);
  if (refs.includes($ref)) throw new Problem(`openapi.yaml: ${$ref} is a part of itself.`);
  const others = [allOf].flat().map((part) => ({ schema: part, refs }));
  if ($ref !== undefined) {
    others.unshift({ schema: targetOf(contract, { $ref }), refs: [...refs, $ref] });
  }
  return [{ schema: words, refs }, ...others.flatMap((part) => partsOf(contract, part))];
}

/** What the parts say together, without the words for people. */
function merged(parts: readonly Part[], at: string) {
  const words: Contract = {};
  for (const [word, value] of parts.flatMap(({ schema }) => Object.entries<Contract>(schema))) {
    if (forPeople.test(word)) continue;
    const isList = word === 'properties' || word === 'required';
    if (!isList && !isDeepStrictEqual(words[word] ?? value, value)) {
      throw refusal(at, `${word} in two places`, 'it in one of them');
    }
    words[word] = value;
  }
  const fields = parts.flatMap(({ schema, refs }) =>
    Object.entries(Object(schema.properties)).map(([name, field]) => {
      return [name, { schema: field, refs }] as const;
    }),
  );
  const required = [...new Set<string>(parts.flatMap(({ schema }) => schema.required ?? []))];
  const { refs = [] } = parts.find(({ schema }) => schema.items !== undefined) ?? {};
  return { words, fields, required, items: { schema: words.items, refs } };
}

function kindOf({ type, ...words }: Contract, at: string): Kind {
  const [kind, ...others] = [type].flat().filter((one) => one !== 'null');
  if (others.length === 0 && Object.hasOwn(kinds, `${kind}`)) return kind;
  if (type === undefined) {
    const word = Object.keys(words).find((one) => Object.hasOwn(instead, one));
    if (word !== undefined) throw refusal(at, word, `${instead[word]}`);
  }
  const right = `one of ${Object.keys(kinds).join(', ')}, and 'null' beside it if it can be null`;
  throw refusal(at, `type: ${type}`, right);
}

function checkWords(kind: Kind, words: Contract, at: string): void {
  const known = ['type', ...kinds[kind]];
  const other = Object.keys(words).find((word) => !known.includes(word));
  if (other !== undefined) throw refusal(at, other, instead[other] ?? `only ${known.join(', ')}`);
  // The schemas inside are read later.
  if (!ajv.validateSchema({ ...words, properties: {}, items: {} })) {
    const [{ instancePath, message } = {}] = ajv.errors ?? [];
    throw new Problem(`openapi.yaml: ${at}: ${instancePath?.slice(1)} ${message}.`);
  }
  if (words.pattern !== undefined && !isPattern(words.pattern)) {
    throw refusal(at, `pattern: ${words.pattern}`, 'a pattern of JavaScript');
  }
  // A pattern can take a time that grows exponentially with the text.
  if (words.pattern !== undefined && words.maxLength === undefined) {
    throw refusal(at, 'a pattern alone', 'a maxLength beside it, which is checked first');
  }
  const { format, minLength = 0, maxLength = Infinity, minItems = 0, maxItems = Infinity } = words;
  if (format !== undefined && !formats[kind]?.includes(format)) {
    throw refusal(at, `format: ${format}`, `one of ${formats[kind]?.join(', ')}`);
  }
  if (kind === 'array' && words.items === undefined) throw refusal(at, 'no items', 'their schema');
  const least = Math.max(minLength, minItems);
  if (minLength > maxLength || minItems > maxItems || least > maxItemBytes) throw unmet(at);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

function checkNames(
  fields: readonly (readonly [string, Part])[],
  required: readonly string[],
  level: number,
  at: string,
): void {
  const names = fields.map(([name]) => name);
  if (names.length === 0) throw refusal(at, 'no properties', 'the fields that it keeps');
  for (const [index, name] of names.entries()) {
    const isName = /^[a-z][\w-]{0,99}$/i.test(name);
    // For example constructor: each object has it, also one without such a field.
    const isInherited = name in Object.prototype;
    const isTaken = level === 0 && Object.values<string>(addedAttributes).includes(name);
    if (!isName || isInherited || isTaken) {
      throw refusal(
        at,
        `a field ${name}`,
        'another name, of letters, digits, _ and -, with a letter first',
      );
    }
    if (names.indexOf(name) !== index) {
      throw refusal(at, `the field ${name} in two places`, 'it in one of them');
    }
  }
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw refusal(at, `required: ${missing}`, 'only names of its fields');
}

/** Keeps the values of an enum that its other rules allow. Throws a Problem if no value is left. */
function settled(kind: Kind, words: Contract, at: string): Schema {
  const { enum: values, type, ...rules } = words;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = rules;
  const numbers = [minimum, maximum, ...(values ?? [])].filter((one) => one != null);
  const rounded = numbers.find((one) => kind === 'integer' && !Number.isSafeInteger(one));
  if (rounded !== undefined) {
    const right = `whole numbers of at most ${Number.MAX_SAFE_INTEGER}, which YAML does not round`;
    throw refusal(at, `the number ${rounded}`, right);
  }
  // The first number above those that the service keeps.
  const limit = kind === 'integer' ? 2 ** (rules.format === 'int32' ? 31 : 63) : firstTooLarge;
  const low = Math.max(minimum ?? -limit, exclusiveMinimum ?? -limit);
  const high = Math.min(maximum ?? limit, exclusiveMaximum ?? limit);
  const isExcluded = [exclusiveMinimum, exclusiveMaximum, limit].includes(low);
  if (low > high || (low === high && isExcluded)) throw unmet(at);
  if (values === undefined) return { ...words, type };
  const met = values.filter((one: Contract) => {
    const value = kind === 'integer' && one !== null ? BigInt(one) : one;
    return isMetBy({ ...rules, type: kind }, value);
  });
  if (met.length === 0) throw unmet(at);
  // A null in the list belongs to the type.
  const isNullable = type !== kind && values.includes(null);
  return { ...rules, type: isNullable ? type : kind, enum: met };
}

function unmet(at: string): Problem {
  return refusal(at, 'rules that no value meets', 'other ones');
}

function refusal(at: string, what: string, right: string): Problem {
  return new Problem(`openapi.yaml: ${at} cannot have ${what}, so write ${right}.`);
}
