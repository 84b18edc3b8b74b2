import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { plantStore } from '../../../functions/create-plant/plant-store.ts';
import { createDocumentClient } from '../../../functions/dynamodb/document-client.ts';
import { exampleItem } from '../../../tools/test/setup/contract.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { example, otherExample } from '../../examples.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const add = plantStore(createDocumentClient({ maxAttempts: 1 }), 'Plants');
const { signal } = new AbortController();

async function write(item: ReturnType<typeof exampleItem>): Promise<void> {
  await new DynamoDBClient().send(new PutItemCommand({ TableName: 'Plants', Item: item }));
}

it('compares the fields of a plant that was stored before there were digests', async () => {
  await write(exampleItem(50));
  await add(example(50), signal);
  await expect(add(otherExample(50), signal)).rejects.toMatchObject({ kind: 'idTaken' });
});

it('takes a mark for no plant, even if it has all fields', async () => {
  await write({ ...exampleItem(51), deletedAt: { S: '2026-11-20T09:30:00.000Z' } });
  await expect(add(example(51), signal)).rejects.toMatchObject({ kind: 'idTaken' });
});
