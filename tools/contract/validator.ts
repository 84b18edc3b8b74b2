import { _, Ajv, type CodeKeywordDefinition, type Options, str, stringify } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { projectFolder } from '../../infra/project/project-folder.ts';
import type { Contract } from './contract.ts';
import { textFormats } from './formats.ts';
import type { Schema } from './schema-type.ts';
import { firstTooLarge, smallest } from './stored-numbers.ts';

/** Words of our own. A schema with `int64` or `double` has no `type`: ajv's types know no bigint. */
const keywords: (CodeKeywordDefinition & { modifying?: boolean })[] = [
  {
    // The parser makes a bigint of each int64, and of nothing else.
    keyword: 'int64',
    error: { message: ({ schema }) => str`must be ${schema.rule}` },
    code: (cxt) => {
      const { minimum, maximum, enum: values } = cxt.schema;
      const isRight = values
        ? _`${stringify(values)}.includes(Number(${cxt.data}))`
        : _`${cxt.data} >= ${Number(minimum)} && ${cxt.data} <= ${Number(maximum)}`;
      cxt.fail(_`!(typeof ${cxt.data} == "bigint" && ${isRight})`);
    },
  },
  {
    // A path is text. It has an integer only as JavaScript writes it, so that an item has one path.
    keyword: 'int64Text',
    modifying: true,
    type: 'string',
    code: (cxt) => {
      const { parentData, parentDataProperty } = cxt.it;
      cxt.gen.if(_`/^-?[0-9]{1,19}$/.test(${cxt.data})`, () => {
        const value = cxt.gen.const('value', _`BigInt.asIntN(64, BigInt(${cxt.data}))`);
        cxt.gen.if(_`String(${value}) === ${cxt.data}`, () => {
          cxt.gen.assign(cxt.data, value);
          cxt.gen.assign(_`${parentData}[${parentDataProperty}]`, value);
        });
      });
    },
  },
  {
    // A number of the contract is one of JavaScript, also if it is an int64.
    keyword: 'double',
    modifying: true,
    error: {
      message: str`must be a number, 0 or of a size from ${smallest} to below ${firstTooLarge}`,
    },
    code: (cxt) => {
      const { parentData, parentDataProperty } = cxt.it;
      cxt.gen.if(_`typeof ${cxt.data} == "bigint"`, () => {
        cxt.gen.assign(cxt.data, _`Number(${cxt.data})`);
        cxt.gen.assign(_`${parentData}[${parentDataProperty}]`, cxt.data);
      });
      const size = _`Math.abs(${cxt.data})`;
      const isKept = _`(${cxt.data} === 0 || ${size} >= ${smallest} && ${size} < ${firstTooLarge})`;
      cxt.fail(_`!(typeof ${cxt.data} == "number" && ${isKept})`);
    },
  },
  {
    // The store would not keep half a character.
    keyword: 'wellFormed',
    type: 'string',
    error: { message: 'must be well-formed Unicode' },
    code: (cxt) => cxt.fail(_`!${cxt.data}.isWellFormed()`),
  },
  {
    // It is the last one of a day in UTC: https://www.rfc-editor.org/rfc/rfc3339#section-5.7
    keyword: 'leapSecond',
    type: 'string',
    error: { message: 'must have a second 60 only at the end of a day in UTC' },
    code: (cxt) => {
      cxt.gen.if(_`${cxt.data}.includes(":60")`, () => {
        // JavaScript knows no second 60. A time alone is one of any day.
        const before = _`${cxt.data}.toUpperCase().replace(":60", ":59").replace(/^..:/, "2000-01-01T$&")`;
        const minute = cxt.gen.const('minute', _`new Date(${before}).toJSON()?.slice(11, 16)`);
        cxt.fail(_`${minute} !== "23:59"`);
      });
    },
  },
  {
    // For values that are no objects. ajv's uniqueItems compares each with each: seconds for 10,000.
    keyword: 'distinct',
    type: 'array',
    error: { message: 'must not have the same value twice' },
    code: (cxt) => cxt.fail(_`new Set(${cxt.data}).size < ${cxt.data}.length`),
  },
];

function createAjv(options: Options = {}): Ajv {
  return new Ajv({
    ...options,
    allErrors: true,
    code: { esm: true, lines: true, source: true },
    formats: textFormats,
    keywords,
    ownProperties: true,
    removeAdditional: true,
    strictTypes: false,
  });
}

/** For schemas of the contract as they are written. */
export const ajv = createAjv();

/**
 * The code of a function that checks an event with such a body and such parameters of the path. It drops the fields that
 * the body's schema does not have. Where a schema says `number`, it makes a number of a bigint, and where the schema of
 * a parameter says `integer`, it makes a bigint of the text.
 */
export async function validatorOf({ body, path }: RequestSchemas, name: string): Promise<string> {
  // Its words were checked as they are written in the contract.
  const compiler = createAjv({ validateSchema: false });
  const properties = {
    ...(path && { pathParameters: checksOfPath(path) }),
    ...(body && { body: checksOf(body) }),
  };
  const event = { required: Object.keys(properties), properties };
  compiler.addSchema(event, name);
  // Also in a module, ajv writes `require` for some words: https://github.com/ajv-validator/ajv/issues/2209
  const { outputFiles } = await build({
    stdin: {
      contents: standaloneCode.default(compiler, { [name]: name }),
      resolveDir: projectFolder,
    },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

export interface RequestSchemas {
  /** Undefined if the operation takes no JSON. */
  readonly body: Schema | undefined;
  /** An object with the parameters of the path. Undefined if it has none. */
  readonly path: Schema | undefined;
}

function checksOfPath({ properties = {} }: Schema): object {
  const checks = Object.entries(properties).map(([name, schema]) => {
    const check = checksOf(schema);
    // ajv checks the parts of an allOf in their order.
    return [name, schema.type === 'integer' ? { allOf: [{ int64Text: true }, check] } : check];
  });
  return { properties: Object.fromEntries(checks) };
}

/** Whether a text or a number keeps the rules of its schema. */
export function isMetBy(schema: Schema, value: unknown): boolean {
  return ajv.validate(checksOf(schema), value);
}

/** A schema in ajv's words and ours. */
function checksOf({ type, ...words }: Schema): object {
  if (typeof type === 'string') return checksOfKind(type, words);
  return { if: { type: 'null' }, else: checksOfKind(type[0], words) };
}

function checksOfKind(type: string, words: Omit<Schema, 'type'>): object {
  const { properties = {}, required = [], items, ...rules } = words;
  switch (type) {
    case 'integer': {
      const { minimum, maximum } = limitsOf(rules);
      const values = rules['enum'];
      const rule = values
        ? `one of ${values.join(', ')}`
        : `an integer between ${minimum} and ${maximum}`;
      return { int64: { minimum, maximum, enum: values, rule } };
    }
    case 'number': {
      const { format: _, ...others } = rules;
      // ajv checks the parts of an allOf in their order.
      return { allOf: [{ double: true }, others] };
    }
    case 'array': {
      const { uniqueItems, ...others } = rules;
      // The items come first: they make numbers of bigints.
      const inOrder = [
        { items: items && checksOf(items) },
        ...(uniqueItems ? [{ distinct: true }] : []),
      ];
      return { type, ...others, allOf: inOrder };
    }
    case 'object':
      return { type, ...checksOfFields(properties, required) };
    case 'string': {
      const { maxLength, pattern, ...others } = rules;
      // A pattern is not tried on a text that is too long.
      const short = pattern && { if: { minLength: maxLength + 1 }, else: { pattern } };
      const leapSecond = /time$/.test(others['format']);
      return {
        type,
        wellFormed: true,
        ...others,
        ...(leapSecond && { leapSecond }),
        maxLength,
        ...short,
      };
    }
    default:
      return { type };
  }
}

/** As texts, because ajv cannot write a bigint. */
function limitsOf({ minimum, maximum, format }: Contract) {
  const bits = format === 'int32' ? 31n : 63n;
  const [lowest, highest] = [-(2n ** bits), 2n ** bits - 1n];
  const least = BigInt(minimum ?? lowest);
  const most = BigInt(maximum ?? highest);
  return {
    minimum: `${least > lowest ? least : lowest}`,
    maximum: `${most < highest ? most : highest}`,
  };
}

/** With a part for each field, the errors are in the order of the fields. */
function checksOfFields(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
): object {
  const fields = Object.entries(properties);
  return {
    // Other fields are dropped: they have to be known here.
    properties: Object.fromEntries(fields.map(([name]) => [name, true])),
    additionalProperties: false,
    allOf: fields.map(([name, field]) => ({
      required: required.filter((one) => one === name),
      properties: { [name]: checksOf(field) },
    })),
  };
}
