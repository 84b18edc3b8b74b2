import { once } from 'node:events';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { verifyAnswers } from '../../../functions/dynamodb/verified-answers.ts';
import { type Hook, startRecordingProxy } from '../../../tools/test/setup/recording-proxy.ts';

let hooks: Hook[] = [];
const store = await startRecordingProxy({ hook: (...call) => hooks.shift()?.(...call) });
const client = verifyAnswers(new DynamoDBClient({ endpoint: store.url, maxAttempts: 2 }));
afterAll(store.stop);

async function get(...given: Hook[]) {
  hooks = given;
  const key = { TableName: 'Plants', Key: { id: { N: '1' } } };
  return (await client.send(new GetItemCommand(key))).Item;
}

function answer(status: number, body: string, header = 'x-amzn-requestid'): Hook {
  return (response) => response.writeHead(status, { [header]: 'any' }).end(body);
}

const right = answer(200, '{"Item":{"name":{"S":"蕨"}}}');
const name = 'ConditionalCheckFailedException';
const refusal = `{"__type":"com.amazonaws.dynamodb.v20120810#${name}","Item":{"id":{"N":"1"}}}`;

it.each([
  [200, ''],
  [200, '{}'],
  [204, ''],
  [400, refusal],
  [403, '<html>'],
])('tries again after an answer %i %j that is not from DynamoDB, then fails', async (...given) => {
  // A header that the SDK takes for DynamoDB's.
  const foreign = answer(...given, 'x-amz-request-id');
  expect(await get(foreign, right)).toEqual({ name: { S: '蕨' } });
  await expect(get(foreign, foreign, right)).rejects.toThrow(`${given[0]}`);
});

it('closes the connection of such an answer, which may never end', async () => {
  const { promise: closed, resolve } = Promise.withResolvers();
  const endless: Hook = (response) => {
    resolve(once(response, 'close'));
    response.writeHead(200).write('{');
  };
  expect(await get(endless, right)).toBeDefined();
  await closed;
});

it('leaves the answers of DynamoDB to the SDK', async () => {
  expect(await get(answer(200, '{}'))).toBeUndefined();
  await expect(get(answer(400, refusal))).rejects.toMatchObject({ name, Item: { id: { N: '1' } } });
});
