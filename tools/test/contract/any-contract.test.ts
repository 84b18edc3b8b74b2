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
    const { cases, optional } = contract;
    const { send, read } = await serviceOf(contract);
    const held = new Map<string, string>();
    for (const { picks, absent, spoilt, wrong } of bodies) {
      const sent: Record<string, string> = {};
      const meant: Record<string, unknown> = {};
      for (const [index, [name, { right }]] of Object.entries(cases).entries()) {
        if (optional.includes(name as 'a') && absent.includes(name as 'a')) continue;
        const [json, value] = right[(picks[index] ?? 0) % right.length] ?? ['', 0];
        sent[name] = json;
        meant[name] = value;
      }
      const { wrong: faults } = cases[spoilt];
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
