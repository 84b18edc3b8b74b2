import { crc32 as crc32OfZlib } from 'node:zlib';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { crc32 } from '../../../functions/shared/crc32.ts';
import { verifyAnswers } from '../../../functions/shared/verified-answers.ts';
import { startDynamodbProxy } from '../../setup/dynamodb-proxy.ts';

type Answer = [status: number, body: string, headers?: Record<string, string>];

let answers: Answer[] = [];
const store = await startDynamodbProxy({
  hook: (response) => {
    const [status, body, headers] = answers.shift() ?? [500, ''];
    response.writeHead(status, headers).end(body);
  },
});
const client = verifyAnswers(new DynamoDBClient({ endpoint: store.url, maxAttempts: 2 }));
afterAll(store.stop);

async function get(...given: Answer[]) {
  answers = given;
  const { Item } = await client.send(
    new GetItemCommand({ TableName: 'Plants', Key: { id: { N: '1' } } }),
  );
  return Item;
}

const body = '{"Item":{"name":{"S":"蕨"}}}';
function sum(text: string) {
  return { 'x-amz-crc32': `${crc32OfZlib(text)}` };
}
const whole: Answer = [200, body, sum(body)];
const item = { name: { S: '蕨' } };

it('is the middleware nearest to the socket', () => {
  expect(client.middlewareStack.identify().at(-1)).toBe('verifyAnswers - deserialize');
});

it('lets the SDK read an answer that matches its checksum', async () => {
  expect(await get(whole)).toEqual(item);
  expect(await get([200, '{}', sum('{}')])).toBeUndefined();
});

const type = { 'content-type': 'application/x-amz-json-1.0' };

it.each<[string, Answer, RegExp]>([
  ['an empty answer', [200, ''], /has no checksum/],
  ['an empty answer with its checksum', [200, '', { ...sum(''), ...type }], /is not whole/],
  ['a wrong checksum', [200, '{}', { ...sum(body), ...type }], /not match its checksum/],
  ['a part of an answer', [200, body.slice(0, -1), { ...sum(body), ...type }], /not match its/],
  ['a part without a checksum', [200, body.slice(0, -1), type], /is not whole/],
  ["a proxy's JSON", [200, '{}', { 'content-type': 'application/json' }], /has no checksum/],
  ['garbage', [200, '\0\xff{{{', type], /is not whole/],
  ['no content', [204, ''], /has no checksum/],
  ['a success of another status', [299, '{}'], /has no checksum/],
  // The SDK would read these as an answer without an item.
  ...['null', '[]', '"x"', '{"Item":null}', '{"Item":[]}', '{"Item":"x"}'].map(
    (text): [string, Answer, RegExp] => [text, [200, text, sum(text)], /is not whole/],
  ),
])('does not accept %s: tries again, then fails', async (_, answer, reason) => {
  expect(await get(answer, whole)).toEqual(item);
  await expect(get(answer, answer, whole)).rejects.toThrow(reason);
});

it("accepts complete JSON of the store's type without a checksum", async () => {
  expect(await get([200, body, type])).toEqual(item);
  expect(await get([200, '{}', type])).toBeUndefined();
});

const name = 'ConditionalCheckFailedException';
const refusal = `{"__type":"com.amazonaws.dynamodb.v20120810#${name}","Item":{"id":{"N":"1"}}}`;

const unnamed = '{"Item":{"id":{"N":"1"}}}';

// The SDK takes the name of an error from the decoded body or from a header, at any status from 300 on.
it.each<[string, Answer]>([
  ['a wrong checksum', [400, refusal, { ...sum(body), ...type }]],
  ['another status and a wrong checksum', [500, refusal, { ...sum(body), ...type }]],
  ['an escape in its name', [400, refusal.replace('Ex', '\\u0045x'), sum(body)]],
  ['its name in a header', [400, unnamed, { ...sum(body), 'x-amzn-errortype': name }]],
  ["a proxy's JSON", [403, refusal, { 'content-type': 'application/json' }]],
])('does not accept a refused write with %s: tries again', async (_, answer) => {
  expect(await get(answer, whole)).toEqual(item);
  await expect(get(answer, answer)).rejects.not.toMatchObject({ name });
});

it('does not accept a part of a refused write', async () => {
  await expect(get([400, refusal.slice(0, -1), type])).rejects.not.toMatchObject({ name });
});

it.each<[string, Answer]>([
  ['with its checksum', [400, refusal, sum(refusal)]],
  ["that is complete JSON of the store's type", [400, refusal, type]],
])('lets the SDK read a refused write %s', async (_, answer) => {
  await expect(get(answer)).rejects.toMatchObject({ name, Item: { id: { N: '1' } } });
});

it.each<Answer>([
  [300, '{}'],
  [400, '{"__type":"ValidationException"}'],
  [400, '<html>'],
  [500, '{"__type":"InternalServerError"}'],
])('leaves another error to the SDK: %i %s', async (...answer) => {
  const expected = { $metadata: { httpStatusCode: answer[0] } };
  await expect(get(answer, answer)).rejects.toMatchObject(expected);
});

it('crc32 has the check value of the standard, and equals that of node:zlib for any bytes', () => {
  expect(crc32('123456789')).toBe(0xcbf43926);
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const data of ['', '{}', 'Fern 蕨 \u{1f33f}', everyByte, new Uint8Array(70_000).fill(255)]) {
    expect(crc32(data)).toBe(crc32OfZlib(data));
  }
});
