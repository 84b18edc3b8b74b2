import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { UsageError } from '../../problem.ts';
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

/** Creates the missing ones, and waits until they are usable. */
export async function createTables(
  client: DynamoDBClient,
  tables: readonly Table[],
): Promise<void> {
  for (const { name, attributes, keys } of tables) {
    const existing = await describe(client, name);
    if (existing && !isDeepStrictEqual(existing.KeySchema, keys)) {
      throw new UsageError(
        `The table ${name} has another key than the template's; use another store.`,
      );
    }
    if (existing) continue;
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [...attributes],
        KeySchema: [...keys],
      }),
    );
    while ((await describe(client, name))?.TableStatus !== 'ACTIVE') await delay(5);
  }
}

async function describe(
  client: DynamoDBClient,
  name: string,
): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
