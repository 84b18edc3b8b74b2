import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  CreateTableCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { startDynamodb } from './setup/embedded-dynamodb.ts';
import { tableKey } from './setup/plants.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const client = new DynamoDBClient();

function plant(id: number, name: string, others = {}) {
  return { id: { N: `${id}` }, name: { S: name }, tag: { S: '' }, ...others };
}

async function put(TableName: string, ...items: ReturnType<typeof plant>[]) {
  for (const Item of items) await client.send(new PutItemCommand({ TableName, Item }));
}

function restore(to: string) {
  const args = ['docs/restore.mjs', 'Restored', to, 'id'];
  return promisify(execFile)(process.execPath, args);
}

it('a restore writes the plants that are lost, and prints those that are there in another form', async () => {
  const { AttributeName, AttributeType } = tableKey;
  await client.send(
    new CreateTableCommand({
      TableName: 'Restored',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName, AttributeType }],
      KeySchema: [{ AttributeName, KeyType: 'HASH' }],
    }),
  );
  const lost = [plant(1, 'F'.repeat(400_000)), plant(2, `"it's" $(1) \\ 木`), plant(3, '')];
  const other = plant(4, 'Fern');
  const replaced = plant(4, 'Oak');
  // Its client has sent it again.
  const again = (hour: number) =>
    plant(5, 'Ivy', { createdAt: { S: `2026-11-20T${hour}:00:00Z` } });
  await put('Restored', ...lost, other, again(10));
  await put('Plants', replaced, again(11), plant(6, 'New'));

  const { stdout } = await restore('Plants');
  expect(JSON.parse(stdout)).toEqual(other);
  const { Items = [] } = await client.send(new ScanCommand({ TableName: 'Plants' }));
  expect(Items).toHaveLength(6);
  expect(Items).toEqual(expect.arrayContaining([...lost, replaced, again(11), plant(6, 'New')]));
  await expect(restore('Plnts')).rejects.toThrow('ResourceNotFoundException');
});
