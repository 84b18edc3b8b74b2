import fc, { type Arbitrary } from 'fast-check';
import { anyCharacter } from './any-character.ts';

/** JSON as text, not as parsed values: numbers have digits, and names may repeat. */
export type Json =
  | { readonly kind: 'number'; readonly source: string }
  | { readonly kind: 'string'; readonly text: string; readonly escaped: boolean }
  | { readonly kind: 'literal'; readonly source: 'true' | 'false' | 'null' }
  | { readonly kind: 'array'; readonly items: Json[] }
  | { readonly kind: 'object'; readonly members: [name: string, value: Json][] };

function digits(size: object) {
  return fc.array(fc.nat(9), size).map((list) => list.join(''));
}

const source = fc.oneof(
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc.constantFrom(2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), -(2n ** 63n) - 1n, 0n).map(String),
  fc
    .record({
      sign: fc.constantFrom('', '-'),
      whole: fc.oneof(
        fc.constant('0'),
        fc
          .tuple(fc.integer({ min: 1, max: 9 }), digits({ maxLength: 20 }))
          .map(([first, rest]) => `${first}${rest}`),
      ),
      fraction: fc.option(
        fc.oneof(digits({ minLength: 1, maxLength: 5 }), fc.constantFrom('0', '000')),
      ),
      exponent: fc.option(
        fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.oneof(fc.nat(25), fc.nat(400))),
      ),
    })
    .map(
      ({ sign, whole, fraction, exponent }) =>
        sign + whole + (fraction === null ? '' : `.${fraction}`) + (exponent?.join('') ?? ''),
    ),
);

const number: Arbitrary<Json> = source.map((digits) => ({ kind: 'number', source: digits }));

/** Any string. A few of them have lone surrogates. */
const text = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom('a', '\ud83c', '\udf3f'), maxLength: 4 }),
  },
);

const string: Arbitrary<Json> = fc
  .record({ text, escaped: fc.boolean() })
  .map((made) => ({ kind: 'string', ...made }));

const literal: Arbitrary<Json> = fc
  .constantFrom('true', 'false', 'null')
  .map((source) => ({ kind: 'literal', source }));

const names = fc.constantFrom('id', 'name', 'tag', 'a', '', 'length', 'toString', 'constructor');

const { value: jsonValue } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    number,
    string,
    literal,
    fc.array(tie('value'), { maxLength: 3 }).map((items): Json => ({ kind: 'array', items })),
    fc
      .array(fc.tuple(names, tie('value')), { maxLength: 3 })
      .map((members): Json => ({ kind: 'object', members })),
  ),
}));

function field(name: string, likely: Arbitrary<Json>): Arbitrary<[string, Json][]> {
  return fc.array(
    fc
      .oneof({ weight: 5, arbitrary: likely }, { weight: 1, arbitrary: jsonValue })
      .map((value): [string, Json] => [name, value]),
    { minLength: 0, maxLength: 2 },
  );
}

/** Bodies that are a NewPlant, or nearly. */
export const jsonBody: Arbitrary<Json> = fc.oneof(
  { weight: 1, arbitrary: jsonValue },
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        field('id', number),
        field('name', string),
        field('tag', string),
        field('a', jsonValue),
      )
      .chain((fields) => fc.shuffledSubarray(fields.flat(), { minLength: fields.flat().length }))
      .map((members): Json => ({ kind: 'object', members })),
  },
);

export function textOf(json: Json): string {
  switch (json.kind) {
    case 'string':
      return json.escaped ? escaped(json.text) : JSON.stringify(json.text);
    case 'array':
      return `[${json.items.map(textOf).join(' , ')}]`;
    case 'object':
      return `{${json.members.map(([name, value]) => `${JSON.stringify(name)}:\t${textOf(value)}`).join(',\n')}}`;
    default:
      return json.source;
  }
}

function escaped(characters: string): string {
  return `"${characters
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')}"`;
}
