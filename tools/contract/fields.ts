import { Problem } from '../../infra/base.ts';
import { type Contract, type Reference, type Schema, targetOf } from './contract.ts';
import { type Check, kinds } from './rules.ts';

/** A field of a body. */
export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  /** Its type in TypeScript. */
  readonly type: string;
  /** What can be wrong with its value, in this order. */
  readonly checks: readonly Check[];
  readonly rules: Schema;
}

/** What to write instead of a type or a keyword that the service cannot keep. */
const instead = new Map([
  ['string', 'type: string, with a pattern'],
  ['integer', 'type: integer, format: int64, with a minimum and a maximum'],
  ['number', 'an int64, in a unit that needs no fraction'],
  ['array', 'a field for each value'],
  ['object', 'its parts as fields of the body'],
  ['union', 'one type, and leave the field out of required, so that it can be absent'],
  ['nullable', 'only its type, and leave the field out of required, so that it can be absent'],
  ['multipleOf', 'the value in another unit'],
]);

/** What only people read. */
const note = /^(description|title|examples?|deprecated|externalDocs|x-.*)$/;

/** The fields of a body, in their order. Throws a Problem if the service could not keep each value of them. */
export function fieldsOf(contract: Contract, schema: Schema | Reference): Field[] {
  const parts = partsOf(contract, schema);
  const required = parts.flatMap((part) => part.required ?? []);
  const fields = parts.flatMap(({ properties }) => Object.entries(properties ?? {}));
  const names = fields.map(([name]) => name);
  const unknown = required.find((name) => !names.includes(name));
  if (unknown !== undefined) throw refusal(unknown, 'is not in properties', 'it there');
  return fields.map(([name, field], index) => {
    if (names.indexOf(name) < index) throw refusal(name, 'is there twice', 'it once');
    if (!/^[a-z]\w*$/i.test(name) || name in {} || /^created(By|At)$/.test(name)) {
      throw refusal(name, 'cannot have this name', 'another one, of letters and digits');
    }
    const rules = resolved(contract, field, `the field ${name}`);
    const isRequired = required.includes(name);
    const { type, checks } = meaningOf(name, rules);
    const absent: Check = ['value === undefined', isRequired ? 'is required' : undefined];
    return { name, isRequired, type, checks: [absent, ...checks], rules };
  });
}

/** A schema of an object and its parts. */
function partsOf(contract: Contract, schema: Schema | Reference): Schema[] {
  const part = resolved(contract, schema, 'a body');
  const known = /^(type|required|properties|allOf)$/;
  const other = Object.keys(part).find((name) => !known.test(name) && !note.test(name));
  if (part.type !== 'object' || other !== undefined) {
    const what = other ?? `type: ${part.type}`;
    const all = 'only type: object, required, properties and allOf';
    throw new Problem(`openapi.yaml: a body cannot have ${what}, so write ${all}.`);
  }
  return [part, ...(part.allOf ?? []).flatMap((one) => partsOf(contract, one))];
}

/** The target of a reference, or the schema itself. */
function resolved(contract: Contract, schema: Schema | Reference, place: string): Schema {
  if (!('$ref' in schema)) return schema;
  const beside = Object.keys(schema).find((name) => name !== '$ref' && !note.test(name));
  if (beside !== undefined) {
    const where = schema.$ref;
    throw new Problem(`openapi.yaml: ${place} has ${beside} beside $ref, so write it in ${where}.`);
  }
  return resolved(contract, targetOf<Schema>(contract, schema), place);
}

function meaningOf(name: string, schema: Schema): Pick<Field, 'type' | 'checks'> {
  const { type: kindOf, format, ...rules } = schema as Schema & Readonly<Record<string, unknown>>;
  const has = `type: ${kindOf}${format === undefined ? '' : `, format: ${format}`}`;
  const kind = kinds[has];
  if (kind === undefined) {
    const right = instead.get(Array.isArray(kindOf) ? 'union' : `${kindOf}`);
    throw refusal(name, `cannot have ${has}`, right ?? Object.keys(kinds).join(', or '));
  }
  const { type, words, keywords } = kind;
  const known = Object.keys(keywords);
  const other = Object.keys(rules).find((word) => !known.includes(word) && !note.test(word));
  if (other !== undefined) {
    const right = instead.get(other) ?? `only ${['its type', ...known].join(', ')}`;
    throw refusal(name, `cannot have ${other}`, right);
  }
  const checks = Object.entries(keywords).flatMap(([word, { takes, check }]) => {
    if (rules[word] === undefined) return [];
    const found = check(rules[word]);
    if (found === undefined) throw refusal(name, `cannot have this ${word}`, takes);
    return [found];
  });
  // The table would not keep half a character.
  const wellFormed: Check = ['!value.isWellFormed()', 'must be well-formed Unicode'];
  const always = type === 'string' ? [wellFormed] : [];
  return {
    type,
    checks: [[`typeof value !== "${type}"`, `must be ${words}`], ...always, ...checks],
  };
}

// DynamoDB takes 1 to 2,048 bytes for a key, and a character has up to four.
const maxKeyBytes = 2_048;

/** Throws a Problem if a field cannot be the key of the table. Returns its type there. */
export function keyTypeOf({ name, isRequired, type, rules }: Field): 'N' | 'S' {
  const fault = 'is the key of the table';
  if (!isRequired || type === 'boolean') throw refusal(name, fault, 'a required text or int64');
  if (type === 'bigint') return 'N';
  const { enum: texts, minLength = 0, maxLength = Infinity } = rules;
  const bytes = texts?.map((text) => Buffer.byteLength(text)) ?? [minLength, maxLength * 4];
  if (Math.min(...bytes) === 0 || Math.max(...bytes) > maxKeyBytes) {
    throw refusal(name, fault, `minLength: 1 or more, and maxLength: ${maxKeyBytes / 4} or less`);
  }
  return 'S';
}

function refusal(name: string, fault: string, right: string): Problem {
  return new Problem(`openapi.yaml: the field ${name} ${fault}, so write ${right}.`);
}
