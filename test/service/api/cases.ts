import { idTaken } from '../../../functions/create-plant/plant-store.ts';
import { maxDepth, maxValues } from '../../../functions/http/json-body.ts';
import { jsonMeasure } from '../../../functions/http/json-measure.ts';
import { exampleAnswer, exampleJson, keyOf, tableKey } from '../../../tools/test/setup/contract.ts';
import { example, newNumber, numbersOfRun } from '../../examples.ts';

/** A request and its answer, the same on every surface. Of a message, it has only what the message names. */
export interface ApiCase {
  readonly title: string;
  readonly body: string | undefined;
  readonly contentType?: string | undefined;
  readonly answer:
    | { readonly plant: unknown }
    | { readonly error: number; readonly message: RegExp | string };
}

function storedCase(title: string, json: (number: number) => string, plant?: unknown): ApiCase {
  const number = newNumber();
  const answer = { plant: plant ?? JSON.parse(exampleAnswer(number)) };
  return { title, body: json(number), answer };
}

function refusedCase(
  title: string,
  body: ApiCase['body'],
  error: number,
  message: RegExp | string = /^\w.*\w$/,
): ApiCase {
  return { title, body, answer: { error, message } };
}

function withMore(field: string) {
  return (number: number) => `${exampleJson(number).slice(0, -1)},${field}}`;
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}
function zeros(count: number): string {
  return `[${'0,'.repeat(count - 1)}0]`;
}

// From here to the end of plantCases, the requests follow from the fields of the contract. For another contract, this part
// is written again.

/** The ids that this run has used. */
export function idsOfRun(): string {
  const [first, last] = numbersOfRun().map((number) => keyOf(example(number)));
  return `${first} to ${last}, and those as far from both ends of int64`;
}

function plantCases(): ApiCase[] {
  // Near an end of int64, because a deployed table can already hold a plant at the end.
  const near = BigInt(newNumber());
  const ends = [2n ** 63n - 1n - near, near - 2n ** 63n];
  const invalidIds = [
    '"1"',
    'null',
    '[7]',
    '1.5',
    '1e400',
    '1e999999999',
    '9223372036854775808',
    '-9223372036854775809',
    '9007199254740991.4',
  ];
  return [
    storedCase('a plant with a tag', (id) => `{"id":${id},"name":"Fern","tag":"indoor"}`, {
      name: 'Fern',
      tag: 'indoor',
    }),
    storedCase('a plant without a tag', (id) => `{"id":${id},"name":"Fern"}`, { name: 'Fern' }),
    storedCase('an id with a fraction of zeros', (id) => `{"id":${id}.0,"name":"x"}`, {
      name: 'x',
    }),
    storedCase('an id with an exponent', (id) => `{"id":${id}e0,"name":"x"}`, { name: 'x' }),
    storedCase('empty strings', (id) => `{"id":${id},"name":"","tag":""}`, { name: '', tag: '' }),
    storedCase(
      'any script, and NUL',
      (id) => `{"id":${id},"name":"蕨 🌿 \\u0000","tag":"ع \\ud83c\\udf3f"}`,
      {
        name: '蕨 🌿 \0',
        tag: 'ع 🌿',
      },
    ),
    ...ends.flatMap((id) => [
      storedCase(`the id ${id}`, () => `{"id":${id},"name":"last"}`, { name: 'last' }),
      refusedCase(
        `another plant under ${id}`,
        `{"id":${id},"name":"x"}`,
        1004,
        idTaken(`${id}`).message,
      ),
    ]),
    refusedCase('an empty object', '{}', 1003, /^id [^;]+; name [^;]+$/),
    refusedCase(
      'every field wrong',
      '{"id":"1","name":null,"tag":7}',
      1003,
      /^id .+; name .+; tag /,
    ),
    ...invalidIds.map((id) =>
      refusedCase(`the id ${id}`, `{"id":${id},"name":"x"}`, 1003, /^id [^;]+$/),
    ),
    refusedCase('a repeated id: the last counts', '{"id":1,"id":2.5,"name":"x"}', 1003, /^id /),
    refusedCase('a lone surrogate', '{"id":1,"name":"\\ud800"}', 1003, /^name /),
    refusedCase('a null tag', '{"id":1,"name":"x","tag":null}', 1003, /^tag /),
    ...['x'.repeat(409_600), 'é'.repeat(204_800)].map((tag) =>
      refusedCase(`a tag of ${tag.length} ${tag[0]}`, `{"id":1,"name":"x","tag":"${tag}"}`, 1005),
    ),
  ];
}

/** Texts on which parsers of JSON disagree. */
const malformed = [
  '{"id":1,',
  'id=1&name=x',
  '{}{}',
  '[/**/]',
  'NaN',
  '{"id":1,"name":"x",}',
  "{'a':1}",
  '{"id":01}',
  '{"id":+1}',
  '{"id":1.}',
  String.raw`"\x41"`,
  ...['\ufeff{"id":1,"name":"x"}', '\u00a0{}', '{"name":"\n"}', '{}\0'],
];

/** Keys that would change a prototype. One body per line. */
const forbidden = String.raw`
{"id":1,"name":"x","__proto__":{"polluted":true}}
{"id":1,"name":"x","__proto__":"text"}
{"id":1,"name":"x","\u005f\u005fproto\u005f\u005f":{"polluted":true}}
{"id":1,"name":"x","a":[[{"b":{"__proto__":{"polluted":true}}}]]}
{"id":1,"name":"x","constr\u0075ctor":{"prototype":{"polluted":true}}}`
  .trim()
  .split('\n');

/** Fields that a plant does not have. The keys of some mean something to other objects. */
const ignored = [
  ...['"unknown":[1,{"id":2.5}]', '"unknown":1e400'],
  ...'constructor prototype toString toJSON then isBase64Encoded __PROTO__ __proto__[polluted]'
    .split(' ')
    .map((key) => `"${key}":"text"`),
];

/** A text of JSON as a whole, also if it has signs inside, or a sign of JSON. */
const textOrSign = /"(?:\\.|[^"\\])*"|[[\]{}:,]/g;

export const apiCases: ApiCase[] = [
  ...ignored.map((field) => storedCase(field.slice(0, 40), withMore(field))),
  storedCase(
    'repeated keys: the last count',
    (number) => `{"${tableKey.AttributeName}":false,${exampleJson(number).slice(1)}`,
  ),
  storedCase('an escaped key', (number) =>
    exampleJson(number).replace(/\w/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  ),
  storedCase(
    'white space around',
    (number) => ` \n\t${exampleJson(number).replaceAll(textOrSign, ' $& ')} \r\n`,
  ),
  ...[
    'application/json; charset=utf-8',
    'application/json ;charset=utf-8',
    'Application/JSON',
    'application/vnd.plant_store+v1+json',
  ].map((contentType) => ({
    ...storedCase(`the content type ${contentType}`, exampleJson),
    contentType,
  })),
  storedCase('the most levels', withMore(`"a":${nested(maxDepth - 1)}`)),
  storedCase(
    'the most values',
    withMore(`"a":${zeros(maxValues - 1 - jsonMeasure(exampleJson()).values)}`),
  ),
  refusedCase('no body', undefined, 1001),
  refusedCase('an empty body', '', 1001),
  ...malformed.map((text) => refusedCase(`the text ${JSON.stringify(text)}`, text, 1001)),
  ...forbidden.map((text) => refusedCase(text, text, 1001)),
  refusedCase('one level more', nested(maxDepth + 1), 1001, new RegExp(`\\b${maxDepth}\\b`)),
  refusedCase('one value more', zeros(maxValues), 1001),
  ...[
    'text/plain',
    'application/jsonp',
    'application/json charset',
    'x/application/json',
    undefined,
  ].map((contentType) => ({
    ...refusedCase(`the content type ${contentType}`, exampleJson(), 1002),
    contentType,
  })),
  ...['null', '[]', '"plant"'].map((json) => refusedCase(`the body ${json}`, json, 1003)),
  ...plantCases(),
];
