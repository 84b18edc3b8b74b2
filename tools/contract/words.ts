import { Problem } from '../../infra/project/problem.ts';
import type { Contract } from './contract.ts';
import { textFormats } from './formats.ts';
import { refusal, together, unmet } from './problems.ts';
import type { Kind } from './schema-type.ts';
import { ajv } from './validator.ts';

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
export function kindOf({ type, ...words }: Contract, at: string): Kind {
  const [kind, ...others] = [type].flat().filter((one) => one !== 'null');
  if (others.length === 0 && Object.hasOwn(kinds, `${kind}`)) return kind;
  const right = `one of ${Object.keys(kinds).join(', ')}, and 'null' beside it if it can be null`;
  if (type !== undefined) throw refusal(at, `type: ${type}`, right);
  const word = Object.keys(words).find((one) => Object.hasOwn(instead, one));
  if (word !== undefined) throw refusal(at, word, `${instead[word]}`);
  throw new Problem(`openapi.yaml: ${at} needs a type: ${right}.`);
}

/** Throws a Problem if a word means nothing for a value of this kind, or has a wrong value. */
export function checkWords(kind: Kind, words: Contract, at: string): void {
  const known = ['type', ...kinds[kind]];
  const others = Object.keys(words).filter((word) => !known.includes(word));
  const unknown = (word: string) => () => {
    throw refusal(at, word, instead[word] ?? `only ${known.join(', ')}`);
  };
  const checks = [checkPattern, checkLengthForPattern, checkFormat, checkSizes];
  together([
    ...others.map(unknown),
    () => {
      checkValues(words, at);
      together(checks.map((check) => () => check(words, at, kind)));
    },
  ]);
}

function checkValues(words: Contract, at: string): void {
  // The schemas inside are read later.
  if (!ajv.validateSchema({ ...words, properties: {}, items: {} })) {
    const [{ instancePath, message } = {}] = ajv.errors ?? [];
    throw new Problem(`openapi.yaml: ${at}: ${instancePath?.slice(1)} ${message}.`);
  }
}

function checkPattern({ pattern }: Contract, at: string): void {
  if (pattern === undefined || isPattern(pattern)) return;
  throw refusal(at, `pattern: ${pattern}`, 'a pattern of JavaScript');
}

/** A pattern can take a time that grows exponentially with the text. */
function checkLengthForPattern({ pattern, maxLength }: Contract, at: string): void {
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

function checkFormat({ format }: Contract, at: string, kind: Kind): void {
  const right = formats[kind] ?? [];
  if (format === undefined || right.length === 0 || right.includes(format)) return;
  throw refusal(at, `format: ${format}`, `one of ${right.join(', ')}`);
}

function checkSizes(words: Contract, at: string): void {
  const { minLength = 0, maxLength = Infinity, minItems = 0, maxItems = Infinity } = words;
  const least = Math.max(minLength, minItems);
  if (minLength > maxLength || minItems > maxItems || least > maxItemBytes) throw unmet(at);
}
