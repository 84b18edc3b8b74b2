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
import { bookCode } from '../setup/small-contract.ts';
import { anyCase, keyCases } from './schema-cases.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const dynamodb = await startDynamodb();
const client = new DynamoDBClient();
afterAll(async () => {
  client.destroy();
  await dynamodb.stop();
});

const names = ['a', 'b', 'c'] as const;
const contracts = fc.record({
  cases: fc.record({ isbn: fc.constantFrom(...keyCases), a: anyCase, b: anyCase, c: anyCase }),
  optional: fc.subarray([...names]),
});

type AnyContract = typeof contracts extends Arbitrary<infer One> ? One : never;

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
let tables = 0;

interface Request {
  readonly body: Readonly<Record<string, unknown>>;
}

/** An operation for a contract, with a table of its own, of the parts that each operation here has. */
async function serviceOf({ cases, optional }: AnyContract) {
  tables += 1;
  const TableName = `Books${tables}`;
  const AttributeType = cases.isbn.schema['type'] === 'integer' ? 'N' : 'S';
  await createTable(client, TableName, { AttributeName: 'isbn', AttributeType });
  const fields = Object.fromEntries(
    Object.entries(cases).map(([name, { schema }]) => [name, schema]),
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
      const { statusCode: status, body: text } = await handle(event as never, context);
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

function bodyOf(fields: Readonly<Record<string, string>>): string {
  return `{${Object.entries(fields).map(([name, json]) => `"${name}":${json}`)}}`;
}

/** A choice among the cases of a contract. The numbers are taken modulo the count of what can be chosen. */
const choices = fc.record({
  /** The value of each field. */
  values: fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()),
  /** Fields that are not sent if they are optional. */
  absent: fc.subarray<string>([...names]),
  wrongField: fc.constantFrom('isbn' as const, ...names),
  wrongValue: fc.nat(),
});

type Choice = typeof choices extends Arbitrary<infer One> ? One : never;

/** The JSON of the fields of a valid body, and what the service makes of it. */
function validBody({ cases, optional }: AnyContract, { values, absent }: Choice) {
  const sent: Record<string, string> = {};
  const stored: Record<string, unknown> = {};
  for (const [index, [name, { right }]] of Object.entries(cases).entries()) {
    if (optional.some((one) => one === name) && absent.includes(name)) continue;
    const [json, value] = right[(values[index] ?? 0) % right.length] ?? expect.fail();
    sent[name] = json;
    stored[name] = value;
  }
  return { sent, stored };
}

type Service = Awaited<ReturnType<typeof serviceOf>>;

async function expectRefused({ send }: Service, body: string, field: string) {
  const answer = await send(body);
  expect({ body, ...answer }).toMatchObject({
    status: 400,
    text: expect.stringContaining(`${failures.invalidRequest.error}`),
  });
  expect(JSON.parse(answer.text).message).toMatch(new RegExp(`^${field}\\b`));
}

it('each value that a contract allows is kept, and each other one is refused', slow, async () => {
  const both = fc.tuple(contracts, fc.array(choices, { minLength: 25, maxLength: 25 }));
  const kept = fc.asyncProperty(both, async ([contract, all]) => {
    const service = await serviceOf(contract);
    /** The first book that was sent with each key. It stays in the table. */
    const firstBooks = new Map<string, string>();

    async function expectKept(body: string, { isbn, ...others }: Record<string, unknown>) {
      const key = exactJson(isbn);
      const book = exactJson(others);
      const first = firstBooks.get(key) ?? book;
      firstBooks.set(key, first);
      const taken = { status: 400, text: expect.stringContaining(`${failures.idTaken.error}`) };
      const expected = first === book ? { status: 200, text: book } : taken;
      expect({ body, ...(await service.send(body)) }).toEqual({ body, ...expected });
      expect(await service.send(body)).toEqual(expected);
      if (first !== book) return;
      expect(await service.read(isbn)).toEqual(attributeOf({ isbn, ...others }).M);
    }

    for (const choice of all) {
      const { sent, stored } = validBody(contract, choice);
      const { wrongField, wrongValue } = choice;
      const { wrong } = contract.cases[wrongField];
      const json = wrong[wrongValue % wrong.length] ?? expect.fail();
      await expectRefused(service, bodyOf({ ...sent, [wrongField]: json }), wrongField);
      await expectKept(bodyOf(sent), stored);
    }
  });
  await fc.assert(kept, { numRuns: 8, endOnFailure: true });
});
