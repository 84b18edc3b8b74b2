import { Problem } from '../../infra/project/problem.ts';
import { wrongValueIn } from './checks.ts';
import type { Part } from './contract.ts';
import { textFormats } from './formats.ts';
import { refusal, together, unmet } from './problems.ts';
import type { Kind, Rules } from './schema-type.ts';

/** What a value can be, and the keywords that its schema can have beside its type. */
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

/** What to write in place of a keyword. */
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

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const maxItemBytes = 400 * 1024;

/** What the keywords of a schema say that its value is. */
export function kindOf({ type, ...keywords }: Part, at: string): Kind {
  const [kind, ...others] = [type].flat().filter((one) => one !== 'null');
  if (others.length === 0 && isKind(kind)) return kind;
  const right = `one of ${Object.keys(kinds).join(', ')}, and 'null' beside it if it can be null`;
  if (type !== undefined) throw refusal(at, `type: ${type}`, right);
  const keyword = Object.keys(keywords).find((one) => Object.hasOwn(instead, one));
  if (keyword !== undefined) throw refusal(at, keyword, `${instead[keyword]}`);
  throw new Problem(`openapi.yaml: ${at} needs a type: ${right}.`);
}

function isKind(keyword: unknown): keyword is Kind {
  return Object.hasOwn(kinds, `${keyword}`);
}

/** The rules in the keywords of a schema. Throws a Problem if a keyword means nothing for this kind, or has a wrong value. */
export function rulesOf(kind: Kind, keywords: Part, at: string): Rules {
  const known = ['type', ...kinds[kind]];
  const strange = Object.keys(keywords).filter((keyword) => !known.includes(keyword));
  const refusals = strange.map((keyword) => () => {
    throw refusal(at, keyword, instead[keyword] ?? `only ${known.join(', ')}`);
  });
  // The schemas inside are read by themselves.
  const { type, properties, required, items, ...others } = keywords;
  // checkValues refuses a value of another type.
  const rules = others as Rules;
  together([
    ...refusals,
    () => {
      checkValues(keywords, at);
      const checks = [checkPattern, checkLengthForPattern, checkFormat, checkSizes];
      together(checks.map((check) => () => check(rules, at, kind)));
    },
  ]);
  return rules;
}

function checkValues(keywords: Part, at: string): void {
  const wrong = wrongValueIn(keywords);
  if (wrong !== undefined) throw new Problem(`openapi.yaml: ${at}: ${wrong}.`);
}

function checkPattern({ pattern }: Rules, at: string): void {
  if (pattern === undefined || isPattern(pattern)) return;
  throw refusal(at, `pattern: ${pattern}`, 'a pattern of JavaScript');
}

/** A pattern can take a time that grows exponentially with the text. */
function checkLengthForPattern({ pattern, maxLength }: Rules, at: string): void {
  if (pattern === undefined || maxLength !== undefined) return;
  throw refusal(at, 'a pattern alone', 'a maxLength beside it, which is checked first');
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

function checkFormat({ format }: Rules, at: string, kind: Kind): void {
  const right = formats[kind] ?? [];
  if (format === undefined || right.length === 0 || right.includes(format)) return;
  throw refusal(at, `format: ${format}`, `one of ${right.join(', ')}`);
}

function checkSizes(rules: Rules, at: string): void {
  const { minLength = 0, maxLength = Infinity, minItems = 0, maxItems = Infinity } = rules;
  const least = Math.max(minLength, minItems);
  if (minLength > maxLength || minItems > maxItems || least > maxItemBytes) throw unmet(at);
}
