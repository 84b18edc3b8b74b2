import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { jsonAnswer } from '../../../functions/http/answer.ts';
import { createOperation } from '../../../functions/http/operation.ts';
import {
  attributeOf,
  exampleItem,
  exampleKey,
  tableName,
} from '../../../tools/test/setup/contract.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { context, gatewayEvent } from '../../setup/test-events.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);

it('an operation reads an integer of its table as a bigint, whatever its size, and other numbers as doubles', async () => {
  const numbers = [7n, 2n ** 63n - 1n, 0.5, 1e20];
  const Item = { ...exampleItem(), numbers: attributeOf(numbers) };
  await new DynamoDBClient().send(new PutItemCommand({ TableName: tableName, Item }));
  const read: unknown[] = [];
  const Key = Object.fromEntries(
    Object.entries(exampleKey()).map(([name, { S, N }]) => [name, S ?? BigInt(`${N}`)]),
  );
  const { handler } = createOperation(
    (client) => async () => {
      const found = await client.send(new GetCommand({ TableName: tableName, Key }));
      read.push(found.Item?.['numbers']);
      return jsonAnswer(200, {});
    },
    {},
    { maxAttempts: 1 },
  );
  await handler(gatewayEvent(undefined), context());
  expect(read).toEqual([numbers]);
});
