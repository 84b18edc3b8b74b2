import { setTimeout as delay } from 'node:timers/promises';
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
import { type Address, anyLoopbackPort } from '../machine/listen.ts';
import { account, region } from '../template/fake-account.ts';
import type { Table } from '../template/table.ts';
import type { TablesMessage, TablesSettings } from './tables-thread.ts';

export interface EmbeddedTables {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts the embedded DynamoDB on a folder, or only in memory. */
export async function openTables(
  path: string | undefined,
  address: Address = anyLoopbackPort,
): Promise<EmbeddedTables> {
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
  if (message.kind === 'serving') {
    const close = () => {
      worker.postMessage('close');
      return exited;
    };
    return { url: message.url, close };
  }
  await worker.terminate();
  if (message.kind === 'cannot-listen') throw new UsageError(message.sentence);
  if (message.kind === 'locked') throw new LockedFolder(path);
  throw new UsageError(`The data folder ${path} cannot be opened: ${message.reason}.`);
}

export class LockedFolder extends UsageError {
  constructor(path: string | undefined) {
    super(`Another run uses the data folder ${path}; stop it, or choose another with --data.`);
  }
}

/** The embedded tables accept any credentials. These are worthless in AWS. */
export function localSettings(endpoint: string) {
  return { endpoint, region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
}

export function localClient(endpoint: string): DynamoDBClient {
  return new DynamoDBClient(localSettings(endpoint));
}

export async function createTables(url: string, tables: readonly Table[]): Promise<void> {
  const client = localClient(url);
  try {
    for (const table of tables) await createTable(client, table);
  } finally {
    client.destroy();
  }
}

async function createTable(client: DynamoDBClient, table: Table): Promise<void> {
  const existing = await describe(client, table.name);
  if (existing) {
    if (keyOf(existing) === keyOf({ KeySchema: [...table.keys] })) return;
    throw new UsageError(
      `There is a table ${table.name} with another key than the template's; choose another store with --data or --dynamodb.`,
    );
  }
  await client.send(
    new CreateTableCommand({
      TableName: table.name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...table.attributes],
      KeySchema: [...table.keys],
    }),
  );
  while ((await describe(client, table.name))?.TableStatus !== 'ACTIVE') await delay(5);
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

function keyOf({ KeySchema: keys = [] }: Pick<TableDescription, 'KeySchema'>): string {
  return keys.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`).join();
}
