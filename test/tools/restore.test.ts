import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { createTable, startDynamodb } from '../setup/embedded-dynamodb.ts';
import { plantItem, tableKey } from '../setup/plants.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const client = new DynamoDBClient();

function restore(to: string) {
  const args = ['tools/restore.mjs', 'Restored', to, tableKey.AttributeName];
  return promisify(execFile)(process.execPath, args);
}

it('a restore writes lost plants, and prints those that are there in another form', async () => {
  await createTable(client, 'Restored', tableKey);
  const put = async (TableName: string, items: ReturnType<typeof plantItem>[]) => {
    for (const Item of items) await client.send(new PutItemCommand({ TableName, Item }));
  };
  const lost = [plantItem(1, 'F'.repeat(400_000)), plantItem(2, `"it's" $(1) \\ 木`)];
  const [fern, oak, ivy] = [plantItem(4, 'Fern'), plantItem(4, 'Oak'), plantItem(5, 'Ivy')];
  const sentAgain = { ...ivy, createdAt: { S: '2026-11-20T12:00:00.000Z' } };
  await put('Restored', [...lost, fern, ivy]);
  await put('Plants', [oak, sentAgain]);

  const { stdout } = await restore('Plants');
  expect(JSON.parse(stdout)).toEqual(fern);
  const { Items = [] } = await client.send(new ScanCommand({ TableName: 'Plants' }));
  expect(Items).toHaveLength(4);
  expect(Items).toEqual(expect.arrayContaining([...lost, oak, sentAgain]));
  await expect(restore('Plnts')).rejects.toThrow('ResourceNotFoundException');
});
