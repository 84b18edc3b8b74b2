import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { createDocumentClient } from '../../../functions/dynamodb/document-client.ts';
import { exactJson, jsonAnswer } from '../../../functions/http/answer.ts';
import { middyForJson } from '../../../functions/http/chain.ts';
import { Failure, failures } from '../../../functions/http/failure.ts';
import { picked } from '../../../functions/http/picked.ts';
import { holdsBody } from '../../../functions/http/stored-item.ts';
import { attributeOf } from '../setup/contract.ts';
import { createTable, startDynamodb } from '../setup/embedded-dynamodb.ts';
import { slow } from '../setup/slow.ts';
import { bookCode, type Rules } from '../setup/small-contract.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const dynamodb = await startDynamodb();
const client = new DynamoDBClient();
afterAll(async () => {
  client.destroy();
  await dynamodb.stop();
});

/** JSON that a client sends, and the value that is stored and answered. */
type Value = readonly [json: string, value: unknown];

/** What a contract says of a value, values that it allows, and JSON that it does not allow. */
interface Kind {
  readonly rules: Rules;
  readonly right: readonly Value[];
  readonly wrong: readonly string[];
}

function texts(rules: Rules, right: readonly string[], wrong: readonly string[]): Kind {
  const quoted = (text: string) => JSON.stringify(text);
  const others = ['null', '7', 'true', '[]', '{}', '"\\ud800"'];
  return {
    rules: { type: 'string', ...rules },
    right: right.map((text) => [quoted(text), text]),
    wrong: [...wrong.map(quoted), ...others],
  };
}

function integers(rules: Rules, right: readonly bigint[], wrong: readonly string[]): Kind {
  const notIntegers = '1.5 "1" null [] 1e-400 1.00000000000000000001 1e999999999'.split(' ');
  return {
    rules: { type: 'integer', ...rules },
    right: right.flatMap((one) => ['', '.0', 'e0'].map((end) => [`${one}${end}`, one] as const)),
    wrong: [...wrong, ...notIntegers],
  };
}

/** A number is stored as the nearest double, and has no -0. */
function numbers(rules: Rules, right: string, wrong: string): Kind {
  return {
    rules: { type: 'number', ...rules },
    right: right.split(' ').map((json) => [json, Number(json) + 0]),
    wrong: wrong.split(' '),
  };
}

const int64 = [-(2n ** 63n), 0n, 2n ** 53n + 1n, 2n ** 63n - 1n];
const leaves: readonly Kind[] = [
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
    '0 -0.0 7 1.5e0 -0.1 1e20 9.99e125 1e-130 9007199254740993 1.00000000000000000001',
    '1e126 -1e126 1e400 9e-131 1e-400 "1" null true',
  ),
  numbers(
    { format: 'double', exclusiveMinimum: 0, maximum: 1e3 },
    '0.01 1000 1e3',
    '0 -1 1000.5 9007199254740993',
  ),
  {
    rules: { type: 'boolean' },
    right: [
      ['true', true],
      ['false', false],
    ],
    wrong: ['0', '"true"', 'null'],
  },
];

function orNull(kind: Kind): Kind {
  const { rules, right, wrong } = kind;
  if (Array.isArray(rules['type'])) return kind;
  const values = rules['enum'] as unknown[] | undefined;
  return {
    rules: { ...rules, type: ['null', rules['type']], ...(values && { enum: [...values, null] }) },
    right: [...right, ['null', null]],
    wrong: wrong.filter((json) => json !== 'null'),
  };
}

/** A list of one to three of them. Only values that are no lists or objects can have to differ. */
function listOf({ rules, right, wrong }: Kind): Kind {
  const [[json, value] = ['', 0], ...others] = right;
  const [other, another] =
    others.find((one) => exactJson(one[1]) !== exactJson(value)) ?? ([json, value] as const);
  const uniqueItems = !/array|object/.test(`${rules['type']}`);
  const isPair = other !== json || !uniqueItems;
  const pairs: Value[] = [
    [`[${json},${other}]`, [value, another]],
    [`[${other},${json}]`, [another, value]],
  ];
  return {
    rules: {
      type: 'array',
      items: rules,
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

/** An object with it in a field that is also the name of a field above. */
function objectOf({ rules, right, wrong }: Kind): Kind {
  const integer = integers({}, [7n], []);
  return {
    rules: {
      type: 'object',
      required: ['isbn'],
      properties: { isbn: rules, pages: integer.rules },
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

const { kind } = fc.letrec<{ kind: Kind }>((tie) => ({
  kind: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...leaves),
    ...[orNull, listOf, objectOf].map((wrap) => tie('kind').map(wrap)),
  ),
}));

const keys = [
  integers({ format: 'int64' }, int64, []),
  texts({ minLength: 1, maxLength: 512 }, ['a', '🌿'.repeat(512)], ['']),
  texts({ format: 'uuid' }, ['2b8f2c4e-3a4b-4c5d-8e6f-7a8b9c0d1e2f'], ['7']),
];
const names = ['a', 'b', 'c'] as const;
const contracts = fc.record({
  kinds: fc.record({ isbn: fc.constantFrom(...keys), a: kind, b: kind, c: kind }),
  optional: fc.subarray([...names]),
});

type Contract = typeof contracts extends Arbitrary<infer One> ? One : never;

let tables = 0;

interface Request {
  readonly body: Readonly<Record<string, unknown>>;
}

/** An operation for a contract, with a table of its own, of the parts that each operation here has. */
async function serviceOf({ kinds, optional }: Contract) {
  tables += 1;
  const TableName = `Books${tables}`;
  const AttributeType = kinds.isbn.rules['type'] === 'integer' ? 'N' : 'S';
  await createTable(client, TableName, { AttributeName: 'isbn', AttributeType });
  const fields = Object.fromEntries(
    Object.entries(kinds).map(([name, { rules }]) => [name, rules]),
  );
  const { createBookAnswerFields, createBookBodyFields, validateCreateBook } = await bookCode({
    fields,
    optional,
  });
  const dynamodb = createDocumentClient({ maxAttempts: 3 });
  const itemOf = async (isbn: unknown) => {
    const Key = { isbn: attributeOf(isbn) };
    const { Item } = await client.send(new GetItemCommand({ TableName, Key }));
    return Item;
  };
  const handle = middyForJson<Request>(validateCreateBook).handler(async ({ body }) => {
    const there = await itemOf(body['isbn']);
    if (there === undefined) await dynamodb.send(new PutCommand({ TableName, Item: body }));
    else if (!holdsBody(there, body, createBookBodyFields)) throw new Failure('idTaken', 'taken');
    return jsonAnswer(200, picked(body, createBookAnswerFields));
  });
  return {
    send: async (body: string) => {
      const event = { headers: { 'content-type': 'application/json' }, body };
      const { statusCode: status, body: text } = await handle(event as never, lambda);
      return { status, text };
    },
    read: async (isbn: unknown) => {
      // The store writes a number that is no int64 with all its zeros.
      const numbers = JSON.stringify(await itemOf(isbn)).replace(
        /(?<="N":")[^"]{20,}/g,
        (digits) => (/^-\d{19}$/.test(digits) ? digits : `${Number(digits)}`),
      );
      return JSON.parse(numbers);
    },
  };
}

const lambda = { getRemainingTimeInMillis: () => 10_000 } as Context;

function bodyOf(fields: Readonly<Record<string, string>>): string {
  return `{${Object.entries(fields).map(([name, json]) => `"${name}":${json}`)}}`;
}

/** Values of each field, of which some are not sent, and the field that is wrong in another body. */
const choices = fc.record({
  picks: fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()),
  absent: fc.subarray([...names]),
  spoilt: fc.constantFrom('isbn' as const, ...names),
  wrong: fc.nat(),
});

it('each value that a contract allows is kept, and each other one is refused', slow, async () => {
  const both = fc.tuple(contracts, fc.array(choices, { minLength: 25, maxLength: 25 }));
  const kept = fc.asyncProperty(both, async ([contract, bodies]) => {
    const { kinds, optional } = contract;
    const { send, read } = await serviceOf(contract);
    const held = new Map<string, string>();
    for (const { picks, absent, spoilt, wrong } of bodies) {
      const sent: Record<string, string> = {};
      const meant: Record<string, unknown> = {};
      for (const [index, [name, { right }]] of Object.entries(kinds).entries()) {
        if (optional.includes(name as 'a') && absent.includes(name as 'a')) continue;
        const [json, value] = right[(picks[index] ?? 0) % right.length] ?? ['', 0];
        sent[name] = json;
        meant[name] = value;
      }
      const { wrong: faults } = kinds[spoilt];
      const bad = bodyOf({ ...sent, [spoilt]: faults[wrong % faults.length] ?? '' });
      const refused = await send(bad);
      expect({ bad, ...refused }).toMatchObject({
        status: 400,
        text: expect.stringContaining(`${failures.invalidRequest.error}`),
      });
      expect(JSON.parse(refused.text).message).toMatch(new RegExp(`^${spoilt}\\b`));

      const { isbn, ...others } = meant;
      const key = exactJson(isbn);
      const book = exactJson(others);
      if (!held.has(key)) held.set(key, book);
      const isSame = held.get(key) === book;
      const right = isSame
        ? { status: 200, text: book }
        : { status: 400, text: expect.stringContaining(`${failures.idTaken.error}`) };
      const body = bodyOf(sent);
      expect({ body, ...(await send(body)) }).toEqual({ body, ...right });
      expect(await send(body)).toEqual(right);
      if (isSame) expect(await read(isbn)).toEqual(attributeOf(meant).M);
    }
  });
  await fc.assert(kept, { numRuns: 8, endOnFailure: true });
});
