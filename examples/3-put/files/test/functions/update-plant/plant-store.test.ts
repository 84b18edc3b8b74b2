import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { createDocumentClient } from '../../../functions/dynamodb/document-client.ts';
import { plantStore } from '../../../functions/update-plant/plant-store.ts';
import { exampleItem } from '../../../tools/test/setup/contract.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { example } from '../../examples.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const update = plantStore(createDocumentClient({ maxAttempts: 1 }), 'Plants');

it('refuses an update that would make the plant too large', async () => {
  const Item = { ...exampleItem(40), later: { S: 'x'.repeat(400 * 1024 - 50) } };
  await new DynamoDBClient().send(new PutItemCommand({ TableName: 'Plants', Item }));
  const larger = { ...example(40), name: 'x'.repeat(60), version: 1n };
  await expect(update(larger, new AbortController().signal)).rejects.toMatchObject({
    kind: 'tooLarge',
  });
});
