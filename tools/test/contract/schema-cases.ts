import fc from 'fast-check';
import { exactJson } from '../../../functions/http/answer.ts';
import type { Part } from '../../contract/contract.ts';

/** JSON that a client sends, and the value that is stored and answered. */
type Value = readonly [json: string, value: unknown];

/** A schema, values that it allows, and JSON that it does not allow. */
interface SchemaCase {
  readonly schema: Part;
  readonly right: readonly Value[];
  readonly wrong: readonly string[];
}

/** The values are the texts themselves. */
function texts(rules: Part, right: readonly string[], wrong: readonly string[]): SchemaCase {
  const quoted = (text: string) => JSON.stringify(text);
  const others = ['null', '7', 'true', '[]', '{}', '"\\ud800"'];
  return {
    schema: { type: 'string', ...rules },
    right: right.map((text) => [quoted(text), text]),
    wrong: [...wrong.map(quoted), ...others],
  };
}

/** The right values are sent in several ways. The wrong ones are JSON. */
function integers(rules: Part, right: readonly bigint[], wrong: readonly string[]): SchemaCase {
  const notIntegers = [
    '1.5',
    '"1"',
    'null',
    '[]',
    '1e-400',
    '1.00000000000000000001',
    '1e999999999',
  ];
  return {
    schema: { type: 'integer', ...rules },
    right: right.flatMap((one) => ['', '.0', 'e0'].map((end) => [`${one}${end}`, one] as const)),
    wrong: [...wrong, ...notIntegers],
  };
}

/** All values are JSON, because the same number can be sent in several ways. It is stored as the nearest double, and has no -0. */
function numbers(rules: Part, right: readonly string[], wrong: readonly string[]): SchemaCase {
  return {
    schema: { type: 'number', ...rules },
    right: right.map((json) => [json, Number(json) + 0]),
    wrong,
  };
}

const int64 = [-(2n ** 63n), 0n, 2n ** 53n + 1n, 2n ** 63n - 1n];
const leaves: readonly SchemaCase[] = [
  texts({}, ['', 'a\0', '蕨', '🌿', 'constructor', '__proto__'], []),
  texts({ minLength: 2, maxLength: 2 }, ['ab', '🌿🌿', '\0a'], ['', 'a', '🌿', 'abc']),
  texts({ pattern: '^[^/]+$', maxLength: 9 }, ['a', '🌿'], ['', 'a/b', 'abcdefghij']),
  texts({ enum: ['fern', '蕨', '', 'x'.repeat(9)], maxLength: 4 }, ['fern', '蕨', ''], ['Fern']),
  texts({ format: 'date' }, ['2024-02-29'], ['2026-02-29', '2026-1-1', '']),
  texts({ format: 'time' }, ['10:00:00Z'], ['25:00:00Z', '10:00']),
  texts({ format: 'date-time' }, ['2026-11-26T10:00:00.5+01:00'], ['2026-13-45', '2026-11-26']),
  texts({ format: 'uuid' }, ['2b8f2c4e-3a4b-4c5d-8e6f-7a8b9c0d1e2f'], ['2b8f2c4e', '']),
  texts({ format: 'email' }, ['a@b.org'], ['a@', 'a b@c.org']),
  texts({ format: 'uri' }, ['https://a.org/?b#c', 'urn:a:b'], ['a b', '/a']),
  texts({ format: 'hostname' }, ['a.org', 'a'], ['a_b', '-a', '']),
  texts({ format: 'ipv4' }, ['127.0.0.1'], ['127.0.0.256', '1.2.3']),
  texts({ format: 'ipv6' }, ['::1', '2001:db8::7'], ['::g', '1.2.3.4']),
  integers({ format: 'int64' }, int64, ['9223372036854775808', '-9223372036854775809']),
  integers({}, int64, ['9223372036854775808', '1e19']),
  integers({ format: 'int32' }, [-(2n ** 31n), 2n ** 31n - 1n], ['2147483648', '-2147483649']),
  integers({ minimum: -2, maximum: 9 }, [-2n, 9n], ['-3', '10']),
  integers({ enum: [1, 2, 77], maximum: 9 }, [1n, 2n], ['3', '77']),
  numbers(
    {},
    [
      '0',
      '-0.0',
      '7',
      '1.5e0',
      '-0.1',
      '1e20',
      '9.99e125',
      '1e-130',
      '9007199254740993',
      '1.00000000000000000001',
    ],
    ['1e126', '-1e126', '1e400', '9e-131', '1e-400', '"1"', 'null', 'true'],
  ),
  numbers(
    { format: 'double', exclusiveMinimum: 0, maximum: 1e3 },
    ['0.01', '1000', '1e3'],
    ['0', '-1', '1000.5', '9007199254740993'],
  ),
  {
    schema: { type: 'boolean' },
    right: [
      ['true', true],
      ['false', false],
    ],
    wrong: ['0', '"true"', 'null'],
  },
];

function orNull(one: SchemaCase): SchemaCase {
  const { schema, right, wrong } = one;
  if (Array.isArray(schema['type'])) return one;
  const values = schema['enum'] as unknown[] | undefined;
  return {
    schema: {
      ...schema,
      type: ['null', schema['type']],
      ...(values && { enum: [...values, null] }),
    },
    right: [...right, ['null', null]],
    wrong: wrong.filter((json) => json !== 'null'),
  };
}

/** A list of one to three of them. Only values that are no lists or objects can have to differ. */
function listOf({ schema, right, wrong }: SchemaCase): SchemaCase {
  const [[json, value] = ['', 0], ...others] = right;
  const [otherJson, otherValue] =
    others.find((one) => exactJson(one[1]) !== exactJson(value)) ?? ([json, value] as const);
  const uniqueItems = !/array|object/.test(`${schema['type']}`);
  // The same value twice is a pair only where values need not differ.
  const isPair = otherJson !== json || !uniqueItems;
  const pairs: Value[] = [
    [`[${json},${otherJson}]`, [value, otherValue]],
    [`[${otherJson},${json}]`, [otherValue, value]],
  ];
  return {
    schema: {
      type: 'array',
      items: schema,
      minItems: 1,
      maxItems: 3,
      ...(uniqueItems && { uniqueItems }),
    },
    right: [
      ...right.map(([one, meaning]): Value => [`[${one}]`, [meaning]]),
      ...(isPair ? pairs : []),
    ],
    wrong: [
      '[]',
      '{}',
      json,
      `[${json},${json},${json},${json}]`,
      ...(uniqueItems ? [`[${json},${json}]`] : []),
      ...wrong.map((one) => `[${one}]`),
    ],
  };
}

/** An object with such a value in a field. The field has the name of the key, so that a mix-up of the two levels is found. */
function objectOf({ schema, right, wrong }: SchemaCase): SchemaCase {
  const integer = integers({}, [7n], []);
  return {
    schema: {
      type: 'object',
      required: ['isbn'],
      properties: { isbn: schema, pages: integer.schema },
    },
    right: [
      ...right.map(
        ([json, value]) => [`{"toString":[1e400],"isbn":${json}}`, { isbn: value }] as const,
      ),
      ...right
        .slice(0, 1)
        .map(
          ([json, value]) =>
            [`{"x":{"y":1},"isbn":${json},"pages":7.0}`, { isbn: value, pages: 7n }] as const,
        ),
    ],
    wrong: ['{}', '[]', '{"pages":7}', ...wrong.map((one) => `{"isbn":${one}}`)],
  };
}

export const { anyCase } = fc.letrec<{ anyCase: SchemaCase }>((tie) => ({
  anyCase: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...leaves),
    ...[orNull, listOf, objectOf].map((wrap) => tie('anyCase').map(wrap)),
  ),
}));

/** Those that the key of a table can have. */
export const keyCases = [
  integers({ format: 'int64' }, int64, []),
  texts({ minLength: 1, maxLength: 512 }, ['a', '🌿'.repeat(512)], ['']),
  texts({ format: 'uuid' }, ['2b8f2c4e-3a4b-4c5d-8e6f-7a8b9c0d1e2f'], ['7']),
];
