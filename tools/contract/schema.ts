import { isDeepStrictEqual } from 'node:util';
import { addedAttributes } from '../../functions/shared/added-attributes.ts';
import { Problem } from '../../infra/project/problem.ts';
import { type Contract, targetOf } from './contract.ts';
import { leafOf } from './leaf.ts';
import { refusal, together } from './problems.ts';
import type { Schema } from './schema-type.ts';
import { checkWords, kindOf } from './words.ts';

/** What only people read. */
const forPeople = /^(description|title|examples?|deprecated|externalDocs|\$comment|x-.*)$/;

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
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
    const whole = merged(partsOf(contract, part));
    const [schema] = together([
      () => readMerged(whole, path, level, at),
      () => checkTwice(whole.twice, at),
    ]);
    return schema;
  }

  function readMerged(whole: Merged, path: string, level: number, at: string): Schema {
    const { words, fields, required, items } = whole;
    const kind = kindOf(words, at);
    const type = [words.type].flat().includes('null') ? ([kind, 'null'] as const) : kind;
    const checkOwnWords = () => checkWords(kind, words, at);
    if (kind === 'array') {
      if (items.schema === undefined) {
        checkOwnWords();
        throw refusal(at, 'no items', 'their schema');
      }
      const readItems = () => read(items, `${path}[]`, level + 1);
      const [, item] = together([checkOwnWords, readItems]);
      if (words.uniqueItems && ['array', 'object'].includes(kindOf(item, at))) {
        throw refusal(at, 'uniqueItems', 'it only for texts, numbers and booleans');
      }
      return { ...words, type, items: item };
    }
    if (kind !== 'object') {
      checkOwnWords();
      return leafOf(kind, { ...words, type }, at);
    }
    if (fields.length === 0) {
      checkOwnWords();
      throw refusal(at, 'no properties', 'the fields that it keeps');
    }
    const [properties] = together([
      () =>
        together(
          fields.map(
            ([name, field]) =>
              () =>
                readField(name, field, path, level + 1),
          ),
        ),
      checkOwnWords,
      () => checkNames(fields, required, level, at),
    ]);
    return {
      type,
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false,
    };
  }

  function readField(name: string, field: Part, path: string, level: number) {
    return [name, read(field, path === '' ? name : `${path}.${name}`, level)] as const;
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
  const checks = Object.entries(schema.properties ?? {}).map(([name, { type }]) => () => {
    if (type === 'string' || type === 'integer') return;
    throw refusal(`the field ${name} of ${path}`, `type: ${type}`, 'string or integer');
  });
  together(checks);
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

type Merged = ReturnType<typeof merged>;

/** What the parts say together, without the words for people. Of a word that two parts say otherwise, the first counts. */
function merged(parts: readonly Part[]) {
  const words: Contract = {};
  const twice = new Set<string>();
  for (const [word, value] of parts.flatMap(({ schema }) => Object.entries<Contract>(schema))) {
    if (forPeople.test(word)) continue;
    const isList = word === 'properties' || word === 'required';
    words[word] ??= value;
    if (!isList && !isDeepStrictEqual(words[word], value)) twice.add(word);
  }
  const fields = parts.flatMap(({ schema, refs }) =>
    Object.entries(Object(schema.properties)).map(([name, field]) => {
      return [name, { schema: field, refs }] as const;
    }),
  );
  const required = [...new Set<string>(parts.flatMap(({ schema }) => schema.required ?? []))];
  const { refs = [] } = parts.find(({ schema }) => schema.items !== undefined) ?? {};
  return { words, twice, fields, required, items: { schema: words.items, refs } };
}

function checkTwice(words: ReadonlySet<string>, at: string): void {
  const checks = [...words].map((word) => () => {
    throw refusal(at, `${word} in two places`, 'it in one of them');
  });
  together(checks);
}

function checkNames(
  fields: readonly (readonly [string, Part])[],
  required: readonly string[],
  level: number,
  at: string,
): void {
  const names = fields.map(([name]) => name);
  const missing = required.filter((name) => !names.includes(name));
  together([
    ...names.map((name, index) => () => {
      if (!isName(name, level)) throw refusal(at, `a field ${name}`, anotherName);
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
