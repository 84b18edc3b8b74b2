import type { AddressInfo } from 'node:net';
import {
  type AttributeDefinition,
  CreateTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';

/** An empty DynamoDB in this process. The SDK finds it by the same variable that the stack sets. */
export async function startDynamodb(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = dynalite({ createTableMs: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = url;
  await createTable('Plants', { AttributeName: 'id', AttributeType: 'N' });
  await createTable('Tokens', { AttributeName: 'digest', AttributeType: 'S' });
  return { url, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function createTable(TableName: string, key: AttributeDefinition): Promise<void> {
  const client = new DynamoDBClient();
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [key],
      KeySchema: [{ AttributeName: key.AttributeName, KeyType: 'HASH' }],
    }),
  );
  client.destroy();
}
