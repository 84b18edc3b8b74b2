import { Problem } from '../../infra/project/problem.ts';
import { wrongValueIn } from './checks.ts';
import type { Words } from './contract.ts';
import { textFormats } from './formats.ts';
import { refusal, together, unmet } from './problems.ts';
import type { Kind, Rules } from './schema-type.ts';

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

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
const maxItemBytes = 400 * 1024;

/** What the words of a schema say that its value is. */
export function kindOf({ type, ...words }: Words, at: string): Kind {
  const [kind, ...others] = [type].flat().filter((one) => one !== 'null');
  if (others.length === 0 && isKind(kind)) return kind;
  const right = `one of ${Object.keys(kinds).join(', ')}, and 'null' beside it if it can be null`;
  if (type !== undefined) throw refusal(at, `type: ${type}`, right);
  const word = Object.keys(words).find((one) => Object.hasOwn(instead, one));
  if (word !== undefined) throw refusal(at, word, `${instead[word]}`);
  throw new Problem(`openapi.yaml: ${at} needs a type: ${right}.`);
}

function isKind(word: unknown): word is Kind {
  return Object.hasOwn(kinds, `${word}`);
}

/** The rules in the words of a schema. Throws a Problem if a word means nothing for this kind, or has a wrong value. */
export function rulesOf(kind: Kind, words: Words, at: string): Rules {
  const known = ['type', ...kinds[kind]];
  const strange = Object.keys(words).filter((word) => !known.includes(word));
  const refusals = strange.map((word) => () => {
    throw refusal(at, word, instead[word] ?? `only ${known.join(', ')}`);
  });
  // The schemas inside are read by themselves.
  const { type, properties, required, items, ...others } = words;
  // checkValues refuses a value of another type.
  const rules = others as Rules;
  together([
    ...refusals,
    () => {
      checkValues(words, at);
      const checks = [checkPattern, checkLengthForPattern, checkFormat, checkSizes];
      together(checks.map((check) => () => check(rules, at, kind)));
    },
  ]);
  return rules;
}

function checkValues(words: Words, at: string): void {
  const wrong = wrongValueIn(words);
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
