import type { AddressInfo } from 'node:net';
import {
  type AttributeDefinition,
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';

/** Another DynamoDB to test on. It loses the plants and tokens that it has. */
export const otherDynamodb = process.env['DYNAMODB_URL'];

interface TestDynamodb {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** An empty DynamoDB, in this process or the other one. The SDK finds it by the same variable that the stack sets. */
export async function startDynamodb(): Promise<TestDynamodb> {
  return withEmptyTables(otherDynamodb ? joined(otherDynamodb) : await embedded());
}

/** One in this process in any case, for a test that needs several. */
export async function startEmbeddedDynamodb(): Promise<TestDynamodb> {
  return withEmptyTables(await embedded());
}

async function withEmptyTables(dynamodb: TestDynamodb): Promise<TestDynamodb> {
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = dynamodb.url;
  const client = new DynamoDBClient();
  await createEmpty(client, 'Plants', { AttributeName: 'id', AttributeType: 'N' });
  await createEmpty(client, 'Tokens', { AttributeName: 'digest', AttributeType: 'S' });
  client.destroy();
  return dynamodb;
}

function joined(url: string): TestDynamodb {
  return { url, stop: async () => {} };
}

async function embedded(): Promise<TestDynamodb> {
  const server = dynalite({ createTableMs: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function createEmpty(
  client: DynamoDBClient,
  TableName: string,
  key: AttributeDefinition,
): Promise<void> {
  await client.send(new DeleteTableCommand({ TableName })).catch((error: unknown) => {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  });
  await waitUntilTableNotExists({ client, maxWaitTime: 30, minDelay: 0.05 }, { TableName });
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [key],
      KeySchema: [{ AttributeName: key.AttributeName, KeyType: 'HASH' }],
    }),
  );
}
