import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { createDocumentClient } from '../../../functions/dynamodb/document-client.ts';
import { plantStore } from '../../../functions/read-plant/plant-store.ts';
import { exampleItem } from '../../../tools/test/setup/contract.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { example } from '../../examples.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const find = plantStore(createDocumentClient({ maxAttempts: 1 }), 'Plants');

it('takes the mark of a deleted plant for no plant', async () => {
  const Item = { ...exampleItem(60), deletedAt: { S: '2026-11-20T09:30:00.000Z' } };
  await new DynamoDBClient().send(new PutItemCommand({ TableName: 'Plants', Item }));
  const key = { id: example(60).id };
  await expect(find(key, new AbortController().signal)).rejects.toMatchObject({ kind: 'notFound' });
});
