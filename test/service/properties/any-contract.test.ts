import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { documentClient } from '../../../functions/shared/document-client.ts';
import { createTable, startDynamodb } from '../../setup/embedded-dynamodb.ts';
import { context, createPlantEvent } from '../../setup/events.ts';
import { slow } from '../../setup/slow.ts';
import { type BookContract, bookFunctions, type Rules } from '../../setup/small-contract.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const dynamodb = await startDynamodb();
const client = new DynamoDBClient();
afterAll(async () => {
  client.destroy();
  await dynamodb.stop();
});

/** JSON, and the text, boolean or int64 that it means. */
interface Value {
  readonly json: string;
  readonly value?: string | bigint | boolean;
}

const texts = [
  '',
  'a',
  'ab',
  '🌿🌿',
  'a🌿',
  '\0a',
  'fern',
  '蕨',
  '🌿🌿🌿',
  '\ud800',
  '1',
  'x'.repeat(600),
];
const limits = [-(2n ** 63n), -3n, -2n, 0n, 2n, 8n, 9n, 10n, 2n ** 53n + 1n, 2n ** 63n - 1n];
const values: readonly Value[] = [
  ...[...texts, true, false].map((value) => ({ json: JSON.stringify(value), value })),
  ...limits.flatMap((value) => ['', '.0', 'e0'].map((end) => ({ json: `${value}${end}`, value }))),
  ...'null 1.5 1e-200 1e400 9223372036854775808 [] ["ab"] {}'.split(' ').map((json) => ({ json })),
];

// The texts ab and 🌿🌿 fit all rules.
const text = fc.record(
  {
    type: fc.constant('string'),
    minLength: fc.constantFrom(1, 2),
    maxLength: fc.constantFrom(2, 3, 512),
    enum: fc.constant(['ab', 'fern', '蕨', '🌿🌿']),
    pattern: fc.constantFrom('^[^/ab]*$|^ab', '^.{2}$'),
  },
  { requiredKeys: ['type'] },
);
const int64 = fc
  .record(
    { minimum: fc.constantFrom(-2, 0, 2), maximum: fc.constantFrom(8, 9) },
    { requiredKeys: [] },
  )
  .map((rules) => ({ type: 'integer', format: 'int64', ...rules }));
const key = fc.oneof(
  int64,
  text.map((rules) => ({ minLength: 1, maxLength: 512, ...rules })),
);
const field: Arbitrary<Rules> = fc.oneof(text, int64, fc.constant({ type: 'boolean' }));
const contracts: Arbitrary<BookContract> = fc
  .tuple(key, field, field, field, fc.subarray(['a', 'b', 'c']))
  .map(([isbn, a, b, c, optional]) => ({ fields: { isbn, a, b, c }, optional }));

/** By the words of the contract, and no code of the service. */
function isRight(rules: Rules, { value }: Value): boolean {
  const { type, minimum = limits[0], maximum = limits.at(-1) } = Object(rules);
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer') return typeof value === 'bigint' && value >= minimum && value <= maximum;
  if (typeof value !== 'string' || !value.isWellFormed()) return false;
  const { minLength = 0, maxLength = 600, enum: words = [value], pattern = '' } = Object(rules);
  const { length } = [...value];
  const fits = length >= minLength && length <= maxLength && words.includes(value);
  return fits && new RegExp(pattern, 'u').test(value);
}

type Body = Readonly<Record<string, Value>>;

/** Bodies that are right, or wrong in one field or two. */
function bodiesOf({ fields, optional = [] }: BookContract): Arbitrary<Body[]> {
  const names = Object.keys(fields);
  const right = Object.entries(fields).map(([name, rules]) => {
    return [name, fc.constantFrom(...values.filter((value) => isRight(rules, value)))];
  });
  const requiredKeys = names.filter((name) => !optional.includes(name));
  const all: Arbitrary<Body> = fc.record(Object.fromEntries(right), { requiredKeys });
  const change = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values), {
    maxKeys: 1,
  });
  const body = fc.tuple(all, change, fc.nat(9)).map(([all, change, at]) => {
    const { [`${names[at]}`]: _, ...rest } = { ...all, ...change };
    return rest;
  });
  return fc.array(body, { minLength: 30, maxLength: 30 });
}

function jsonOf(fields: readonly (readonly [string, Value])[]): string {
  return `{${fields.map(([name, { json, value = json }]) => `"${name}":${typeof value === 'bigint' ? value : json}`)}}`;
}

function attributeOf({ value }: Value) {
  if (typeof value === 'bigint') return { N: `${value}` };
  return typeof value === 'boolean' ? { BOOL: value } : { S: `${value}` };
}

let tables = 0;

/** The service for a contract, with a table of its own. */
async function serviceOf(contract: BookContract) {
  tables += 1;
  const TableName = `Books${tables}`;
  const folder = bookFunctions(contract);
  const { key, keyType } = await import(`${folder}/shared/contract.generated.ts`);
  await createTable(client, TableName, { AttributeName: key, AttributeType: keyType });
  const { createPlant } = await import(`${folder}/create-plant/create-plant.ts`);
  const { plantStore } = await import(`${folder}/create-plant/plant-store.ts`);
  const handle = createPlant(plantStore(documentClient({ maxAttempts: 3 }), TableName));
  const send = async (json: string) => {
    const { statusCode: status, body: text } = await handle(createPlantEvent(json), context());
    return { status, text };
  };
  const read = async (isbn: Value) => {
    const Key = { isbn: attributeOf(isbn) as { S: string } };
    const { Item } = await client.send(new GetItemCommand({ TableName, Key }));
    const { createdAt, createdBy, ...item } = Item ?? {};
    return item;
  };
  return { send, read };
}

async function expectKept(contract: BookContract, bodies: readonly Body[]): Promise<void> {
  const { fields, optional = [] } = contract;
  const { send, read } = await serviceOf(contract);
  const held = new Map<unknown, string>();
  for (const body of bodies) {
    const sent = `{${Object.entries(body).map(([name, { json }]) => `"${name}":${json}`)}}`;
    const { status, text } = await send(sent);
    const wrong = Object.entries(fields).flatMap(([name, rules]) => {
      const isFine = body[name] ? isRight(rules, body[name]) : optional.includes(name);
      return isFine ? [] : [name];
    });
    if (wrong.length > 0) {
      const { error, message } = JSON.parse(text);
      expect({ sent, status, error }).toEqual({ sent, status: 400, error: 1003 });
      expect(message.split('; ').map((clause: string) => clause.split(' ', 1)[0])).toEqual(wrong);
      continue;
    }
    const { isbn = { json: '' } } = body;
    const inOrder = Object.keys(fields).flatMap((name) =>
      body[name] ? [[name, body[name]] as const] : [],
    );
    const book = jsonOf(inOrder.slice(1));
    const isFirst = !held.has(isbn.value);
    if (isFirst) held.set(isbn.value, book);
    const isKept = held.get(isbn.value) === book;
    const right = isKept
      ? { status: 200, text: book }
      : { status: 400, text: expect.stringContaining('1004') };
    expect({ sent, status, text }).toEqual({ sent, ...right });
    expect(await send(sent)).toEqual(right);
    const item = Object.fromEntries(inOrder.map(([name, value]) => [name, attributeOf(value)]));
    if (isFirst) expect(await read(isbn)).toEqual(item);
  }
}

it('each value that a contract allows is kept, and each other one is refused', slow, async () => {
  const both = contracts.chain((one) => fc.tuple(fc.constant(one), bodiesOf(one)));
  const kept = fc.asyncProperty(both, ([contract, bodies]) => expectKept(contract, bodies));
  await fc.assert(kept, { numRuns: 8, endOnFailure: true });
});
