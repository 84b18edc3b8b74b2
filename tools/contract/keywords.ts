import { wrongValueIn } from './checks.ts';
import type { Part } from './contract.ts';
import { textFormats } from './formats.ts';
import { throwAll, together, togetherForEach } from './problems.ts';
import { type Place, refusal, SchemaProblem, unmet } from './schema-problem.ts';
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
export function kindOf({ type, ...keywords }: Part, place: Place): Kind {
  const [kind, ...others] = [type].flat().filter((one) => one !== 'null');
  if (others.length === 0 && isKind(kind)) return kind;
  const right = `one of ${Object.keys(kinds).join(', ')}, and 'null' beside it if it can be null`;
  if (type !== undefined) throw refusal(place, `type: ${type}`, right);
  const keyword = Object.keys(keywords).find((one) => Object.hasOwn(instead, one));
  if (keyword !== undefined) throw refusal(place, keyword, `${instead[keyword]}`);
  throw new SchemaProblem(place, `needs a type: ${right}`);
}

function isKind(keyword: unknown): keyword is Kind {
  return Object.hasOwn(kinds, `${keyword}`);
}

/** The rules in the keywords of a schema. Throws a Problem if a keyword means nothing for this kind, or has a wrong value. */
export function rulesOf(kind: Kind, keywords: Part, place: Place): Rules {
  // The schemas inside are read by themselves.
  const { type, properties, required, items, ...others } = keywords;
  // checkValues refuses a value of another type.
  const rules = others as Rules;
  together([
    () => checkKeywords(Object.keys(keywords), place, kind),
    () => {
      checkValues(keywords, place);
      const checks = [checkPattern, checkLengthForPattern, checkFormat, checkSizes];
      togetherForEach(checks, (check) => check(rules, place, kind));
    },
  ]);
  return rules;
}

function checkKeywords(keywords: readonly string[], place: Place, kind: Kind): void {
  const known = ['type', ...kinds[kind]];
  const unknown = keywords.filter((one) => !known.includes(one));
  throwAll(unknown.map((one) => refusal(place, one, instead[one] ?? `only ${known.join(', ')}`)));
}

function checkValues(keywords: Part, place: Place): void {
  const wrong = wrongValueIn(keywords);
  if (wrong !== undefined) throw new SchemaProblem(place, `is wrong: ${wrong}`);
}

function checkPattern({ pattern }: Rules, place: Place): void {
  if (pattern === undefined || isPattern(pattern)) return;
  throw refusal(place, `pattern: ${pattern}`, 'a pattern of JavaScript');
}

/** A pattern can take a time that grows exponentially with the text. */
function checkLengthForPattern({ pattern, maxLength }: Rules, place: Place): void {
  if (pattern === undefined || maxLength !== undefined) return;
  throw refusal(place, 'a pattern alone', 'a maxLength beside it, which is checked first');
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

function checkFormat({ format }: Rules, place: Place, kind: Kind): void {
  const right = formats[kind] ?? [];
  if (format === undefined || right.length === 0 || right.includes(format)) return;
  throw refusal(place, `format: ${format}`, `one of ${right.join(', ')}`);
}

function checkSizes(rules: Rules, place: Place): void {
  const { minLength = 0, maxLength = Infinity, minItems = 0, maxItems = Infinity } = rules;
  const least = Math.max(minLength, minItems);
  if (minLength > maxLength || minItems > maxItems || least > maxItemBytes) throw unmet(place);
}
