import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { tables } from '../../../functions/service.ts';
import { serveTables } from '../../local/tables/tables.ts';

/** Another DynamoDB to test on. It loses the items and tokens that it has. */
const otherDynamodb = process.env['DYNAMODB_URL'];

/** Opens new tables in this process, or empties the other ones. The SDK finds them by the stack's variable. */
export async function startDynamodb() {
  const { url, close } =
    otherDynamodb === undefined
      ? await serveTables()
      : { url: otherDynamodb, close: async () => {} };
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = url;
  await createEmptyTables();
  return { url, stop: close };
}

const keys = Object.entries(tables).map(([TableName, { key, type }]) => {
  return { TableName, AttributeName: key, AttributeType: type } as const;
});

/** In seconds. */
const waiting = { maxWaitTime: 30, minDelay: 0.05 };

/** Creates the tables, without the items of an earlier run. */
async function createEmptyTables(): Promise<void> {
  const client = new DynamoDBClient();
  for (const { TableName, ...attribute } of keys) {
    await client.send(new DeleteTableCommand({ TableName })).catch((error: unknown) => {
      if (!(error instanceof ResourceNotFoundException)) throw error;
    });
    await waitUntilTableNotExists({ client, ...waiting }, { TableName });
    await createTable(client, TableName, attribute);
  }
  client.destroy();
}

interface Key {
  readonly AttributeName: string;
  readonly AttributeType: 'B' | 'N' | 'S';
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
  await waitUntilTableExists({ client, ...waiting }, { TableName });
}
