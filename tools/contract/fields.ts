import { Problem } from '../../infra/problem.ts';
import type { Contract, Schema } from './contract.ts';

export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  /** Its type in TypeScript. */
  readonly type: string;
  readonly schema: Schema;
}

type Rule = readonly [words: string, isRight: (value: unknown) => boolean];

// YAML rounds a larger one.
const limit: Rule = [`an integer of at most ${2 ** 53 - 1}`, Number.isSafeInteger];
const length: Rule = ['an integer from 0', (value) => limit[1](value) && Number(value) >= 0];

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const maxItemBytes = 400 * 1024;

const rulesOfText: Readonly<Record<string, Rule>> = {
  minLength: [
    `an integer from 0 to ${maxItemBytes}`,
    (value) => length[1](value) && Number(value) <= maxItemBytes,
  ],
  maxLength: length,
  enum: ['a list of texts', isListOfTexts],
  pattern: ['a pattern of JavaScript', isPattern],
};

/** What a field can be: its type in TypeScript, and what the value of each of its rules must be. */
const kinds: Readonly<Record<string, readonly [string, typeof rulesOfText]>> = {
  'type: string': ['string', rulesOfText],
  // exactInt64s() makes a bigint of each one.
  'type: integer, format: int64': ['bigint', { minimum: limit, maximum: limit }],
  'type: boolean': ['boolean', {}],
};

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') !== null;
  } catch {
    return false;
  }
}

/** What only people read. */
const forPeople = /^(description|title|examples?|deprecated|externalDocs|x-.*)$/;

/** The schema of a body, and those of its parts. */
export function partsOf(contract: Contract, schema: Schema, above = ['']): Schema[] {
  const { $ref, type, allOf } = schema;
  const known = $ref === undefined ? ['type', 'required', 'properties', 'allOf'] : ['$ref'];
  const other = Object.keys(schema).find((word) => !known.includes(word) && !forPeople.test(word));
  if (other !== undefined || ($ref === undefined && type !== 'object')) {
    const right = 'type: object, required, properties and allOf, or only a $ref';
    throw refusal('a body', other ?? `type: ${type}`, right);
  }
  if ($ref === undefined) {
    const parts = [allOf ?? []].flat();
    return [schema, ...parts.flatMap((part) => partsOf(contract, Object(part), above))];
  }
  const target = contract.components?.schemas?.[`${$ref}`.replace('#/components/schemas/', '')];
  if (target === undefined || above.includes($ref)) {
    throw new Problem(`openapi.yaml has no ${$ref}, or it is a part of itself.`);
  }
  return partsOf(contract, Object(target), [...above, $ref]);
}

/** The fields of these parts. Throws a Problem if the service could not keep each value of them. */
export function fieldsOf(parts: readonly Schema[]): Field[] {
  const required = parts.flatMap((part) => part.required ?? []);
  const fields = parts.flatMap(({ properties }) => Object.entries(properties ?? {}));
  const names = fields.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refusal(`the field ${twice}`, 'two places', 'it in one of them');
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw refusal('required', missing, 'only names of fields');
  return fields.map(([name, schema]) => fieldOf(name, Object(schema), required.includes(name)));
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  const field = `the field ${name}`;
  if (!/^[a-z]\w*$/i.test(name) || name in {} || /^created(By|At)$/.test(name)) {
    throw refusal(field, 'this name', 'another one, of letters and digits');
  }
  const { $ref, type: kind, format, ...values } = schema;
  if ($ref !== undefined) throw refusal(field, 'a $ref', 'its rules in place');
  const has = `type: ${kind}${format === undefined ? '' : `, format: ${format}`}`;
  const [type, rules] = kinds[has] ?? [];
  if (type === undefined || rules === undefined)
    throw refusal(field, has, `one of: ${Object.keys(kinds).join('; ')}`);
  const given = Object.entries(values).filter(([word]) => !forPeople.test(word));
  const wrong = given.find(
    ([word, value]) => !(Object.hasOwn(rules, word) && rules[word]?.[1](value)),
  );
  if (wrong !== undefined) {
    const right = Object.entries(rules).map(([word, [words]]) => `${word}: ${words}`);
    throw refusal(field, listed([wrong]), ['only its type', ...right].join(', '));
  }
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity } = schema;
  const isMet = (text: string) =>
    text.isWellFormed() && [...text].length >= minLength && [...text].length <= maxLength;
  if (minimum > maximum || minLength > maxLength || schema.enum?.some(isMet) === false) {
    throw refusal(field, listed(given), 'rules that a value can meet');
  }
  return { name, isRequired, type, schema };
}

function listed(given: readonly (readonly [string, unknown])[]): string {
  return given.map(([word, value]) => `${word}: ${JSON.stringify(value)}`).join(', ');
}

/** The type of the key in the table. Throws a Problem if a field cannot be the key. */
export function keyTypeOf({ name, isRequired, type, schema }: Field): 'N' | 'S' {
  // DynamoDB takes 1 to 2,048 bytes for a key, and a character has up to four.
  const { minLength = 0, maxLength = Infinity } = schema;
  if (isRequired && type === 'bigint') return 'N';
  if (isRequired && type === 'string' && minLength > 0 && maxLength <= 512) return 'S';
  const text = 'a required text with minLength: 1 or more and maxLength: 512 or less';
  throw refusal(`the key ${name} of the table`, 'these rules', `a required int64, or ${text}`);
}

export function refusal(place: string, what: string, right: string): Problem {
  return new Problem(`openapi.yaml: ${place} cannot have ${what}, so write ${right}.`);
}
