import { Problem } from '../../infra/problem.ts';
import type { Contract, Schema } from './contract.ts';

/** A condition in JavaScript, and what a client is told if it is true. Undefined: the value is right. */
type Check = readonly [condition: string, violation: string | undefined];

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly type: string;
  /** The code of the generated file: a member of the type, and a function that checks the field. */
  readonly member: string;
  readonly check: string;
}

// JSON Schema counts characters. In a well-formed text, one of two units ends with a low surrogate.
const length = 'value.replaceAll(/[\\udc00-\\udfff]/g, "").length';

/** In the order of their checks: a pattern is not tried on a text that is too long. */
const rules: Readonly<Record<string, (value: never) => Check>> = {
  minimum: (least) => [`value < ${least}n`, `must be at least ${least}`],
  maximum: (most) => [`value > ${most}n`, `must be at most ${most}`],
  minLength: (least) => [`${length} < ${least}`, `must have at least ${least} characters`],
  maxLength: (most) => [`${length} > ${most}`, `must have at most ${most} characters`],
  enum: (texts: readonly string[]) => {
    const listed = texts.map((text) => JSON.stringify(text)).join(', ');
    return [`![${listed}].includes(value)`, `must be one of ${listed}`];
  },
  pattern: (text) => [`!${new RegExp(text, 'u')}.test(value)`, `must match the pattern ${text}`],
};

const int64 = `an integer between ${-(2n ** 63n)} and ${2n ** 63n - 1n}`;

/** What a field can be: its type in TypeScript, what a client is told, and its rules. */
const kinds: Readonly<Record<string, readonly [string, string, ...string[]]>> = {
  'type: string': ['string', 'a string', 'minLength', 'maxLength', 'enum', 'pattern'],
  // exactInt64s() makes a bigint of each one.
  'type: integer, format: int64': ['bigint', int64, 'minimum', 'maximum'],
  'type: boolean': ['boolean', 'a boolean'],
};

/** What only people read. */
const note = /^(description|title|examples?|deprecated|externalDocs|x-.*)$/;

/** The schema of a body, and those of its parts. */
export function partsOf(contract: Contract, schema: Schema, above = ['']): Schema[] {
  const { $ref, type, allOf = [] } = schema;
  const known = $ref === undefined ? ['type', 'required', 'properties', 'allOf'] : ['$ref'];
  const other = Object.keys(schema).find((word) => !known.includes(word) && !note.test(word));
  if (other !== undefined || ($ref === undefined && type !== 'object')) {
    const right = 'type: object, required, properties and allOf, or only a $ref';
    throw refusal('a body', other ?? `type: ${type}`, right);
  }
  if ($ref === undefined) return [schema, ...allOf.flatMap((one) => partsOf(contract, one, above))];
  const target: Schema = contract.components?.schemas?.[$ref.replace('#/components/schemas/', '')];
  if (target === undefined || above.includes($ref)) {
    throw new Problem(`openapi.yaml has no ${$ref}, or it is a part of itself.`);
  }
  return partsOf(contract, target, [...above, $ref]);
}

/** The fields of these parts. Throws a Problem if the service could not keep each value of them. */
export function fieldsOf(parts: readonly Schema[]): Field[] {
  const required = parts.flatMap((part) => part.required ?? []);
  const fields = parts.flatMap(({ properties = {} }) => Object.entries(properties));
  return fields.map(([name, schema]) => fieldOf(name, schema ?? {}, required.includes(name)));
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  const field = `the field ${name}`;
  if (!/^[a-z]\w*$/i.test(name) || name in {} || /^created(By|At)$/.test(name)) {
    throw refusal(field, 'this name', 'another one, of letters and digits');
  }
  const { $ref, type: kind, format, ...values } = schema;
  if ($ref !== undefined) throw refusal(field, 'a $ref', 'its rules in place');
  const has = `type: ${kind}${format === undefined ? '' : `, format: ${format}`}`;
  const [type, words, ...known] = kinds[has] ?? [];
  if (type === undefined) throw refusal(field, has, `one of: ${Object.keys(kinds).join('; ')}`);
  // YAML rounds a larger integer.
  const isRounded = (value: unknown) => typeof value === 'number' && !Number.isSafeInteger(value);
  const other = Object.entries(values).find(
    ([word, value]) => !note.test(word) && (!known.includes(word) || isRounded(value)),
  );
  if (other !== undefined) {
    const right = ['only its type', ...known, `and integers of at most ${2 ** 53 - 1}`].join(', ');
    throw refusal(field, `${other[0]}: ${JSON.stringify(other[1])}`, right);
  }
  const checks: Check[] = [
    ['value === undefined', isRequired ? 'is required' : undefined],
    [`typeof value !== "${type}"`, `must be ${words}`],
  ];
  // The table would not keep half a character.
  if (type === 'string') checks.push(['!value.isWellFormed()', 'must be well-formed Unicode']);
  try {
    for (const [word, check] of Object.entries(rules)) {
      if (word in values) checks.push(check(values[word] as never));
    }
  } catch {
    throw refusal(field, 'this pattern or enum', 'a pattern of JavaScript, or a list of texts');
  }
  const member = isRequired ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
  const lines = checks.map(
    ([wrong, what]) => `    ${wrong} ? ${JSON.stringify(what && `${name} ${what}`)} :\n`,
  );
  const check = `  ({ ${name}: value }) =>\n${lines.join('')}    undefined,\n`;
  return { name, schema, isRequired, type, member: `  readonly ${member};\n`, check };
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

function refusal(place: string, what: string, right: string): Problem {
  return new Problem(`openapi.yaml: ${place} cannot have ${what}, so write ${right}.`);
}
