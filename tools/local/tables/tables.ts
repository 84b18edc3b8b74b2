import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { UsageError } from '../../../infra/base.ts';
import { compileCache } from '../machine/compile-cache.ts';
import { type Address, anyLoopbackPort, type OwnServer } from '../machine/own-server.ts';
import { account, region } from '../template/fake-account.ts';
import type { Table } from '../template/service-model.ts';
import { FolderInUse } from './sqlite.ts';
import type { TablesMessage, TablesSettings } from './tables-thread.ts';

/** Starts the embedded DynamoDB on a folder, or only in memory. */
export async function openTables(
  path: string | undefined,
  address: Address = anyLoopbackPort,
): Promise<OwnServer> {
  const workerData: TablesSettings = { path, address };
  const worker = new Worker(new URL('tables-thread.ts', import.meta.url), {
    workerData,
    // dynalite writes these two into the ARNs of its tables.
    env: { AWS_ACCOUNT_ID: account, AWS_REGION: region, ...compileCache },
    execArgv: [],
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const message = await new Promise<TablesMessage>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  if ('url' in message) {
    const close = () => {
      worker.postMessage('close');
      return exited;
    };
    return { url: message.url, close };
  }
  await worker.terminate();
  throw message.isInUse && path ? new FolderInUse(path) : new UsageError(message.problem);
}

/** The embedded tables accept any credentials. These are worthless in AWS. */
export function localClient(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ endpoint, region, credentials });
}

/** In seconds: how often a new table is checked, and for how long. */
const patience = { minDelay: 0.01, maxDelay: 0.1, maxWaitTime: 60 };

/** Creates the missing ones, and waits until they are usable. */
export async function createTables(
  client: DynamoDBClient,
  tables: readonly Table[],
): Promise<void> {
  const { TableNames: existing = [] } = await client.send(new ListTablesCommand());
  for (const { name: TableName, attributes, keys } of tables) {
    if (!existing.includes(TableName)) {
      await client.send(
        new CreateTableCommand({
          TableName,
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: [...attributes],
          KeySchema: [...keys],
        }),
      );
      await waitUntilTableExists({ client, ...patience }, { TableName });
    }
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (isDeepStrictEqual(Table?.KeySchema, keys)) continue;
    throw new UsageError(
      `The table ${TableName} has another key than the template's; use another store.`,
    );
  }
}
