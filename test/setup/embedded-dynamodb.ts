import type { AddressInfo } from 'node:net';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { dynalite } from '../../tools/local/tables/dynalite.ts';
import { tableKey } from './plants.ts';

/** Another DynamoDB to test on. It loses the plants and tokens that it has. */
const otherDynamodb = process.env['DYNAMODB_URL'];

/** Starts an empty DynamoDB in this process, or empties the other one. The SDK finds it by the stack's variable. */
export async function startDynamodb() {
  if (otherDynamodb === undefined) return startEmbeddedDynamodb();
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = otherDynamodb;
  await createTables();
  return { url: otherDynamodb, stop: async () => {} };
}

/** Starts one in this process. */
async function startEmbeddedDynamodb() {
  const server = dynalite({ createTableMs: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = url;
  await createTables();
  return { url, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

const keys = [
  { TableName: 'Plants', ...tableKey },
  { TableName: 'Tokens', AttributeName: 'digest', AttributeType: 'S' },
] as const;

/** In seconds. */
const patience = { maxWaitTime: 30, minDelay: 0.05 };

/** Creates the tables, without the items of an earlier run. */
async function createTables(): Promise<void> {
  const client = new DynamoDBClient();
  for (const { TableName, ...attribute } of keys) {
    await client.send(new DeleteTableCommand({ TableName })).catch((error: unknown) => {
      if (!(error instanceof ResourceNotFoundException)) throw error;
    });
    await waitUntilTableNotExists({ client, ...patience }, { TableName });
    await createTable(client, TableName, attribute);
  }
  client.destroy();
}

interface Key {
  readonly AttributeName: string;
  readonly AttributeType: 'N' | 'S';
}

export async function createTable(client: DynamoDBClient, TableName: string, key: Key) {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [key],
      KeySchema: [{ AttributeName: key.AttributeName, KeyType: 'HASH' }],
    }),
  );
  await waitUntilTableExists({ client, ...patience }, { TableName });
}
