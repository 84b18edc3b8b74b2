import { _, Ajv, type CodeKeywordDefinition, type Options, str } from 'ajv';
import { textFormats } from './formats.ts';
import { int64Keyword } from './int64.ts';
import { firstTooLarge, smallest } from './stored-numbers.ts';

/** Keywords that we add to those of ajv. A schema with `int64` or `double` has no `type`: ajv's types know no bigint. */
const keywords: (CodeKeywordDefinition & { modifying?: boolean })[] = [
  int64Keyword,
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

/** One with our formats and keywords. It finds all errors, and drops the fields that a schema does not have. */
export function createAjv(options: Options = {}): Ajv {
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
