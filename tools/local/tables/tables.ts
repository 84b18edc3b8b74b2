import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
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
  const [message] = (await once(worker, 'message')) as [TablesMessage];
  if ('url' in message) {
    const close = () => {
      worker.postMessage('close');
      return exited;
    };
    return { url: message.url, close };
  }
  await worker.terminate();
  if (message.isInUse && path) throw new FolderInUse(path);
  throw new UsageError(message.problem);
}

/** The embedded tables accept any credentials. These are worthless in AWS. */
export function localClient(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region, credentials });
  // For the sentence about an error.
  const name = (error: object) =>
    Promise.reject(Object.assign(error, { answeredBy: 'The tables' }));
  client.middlewareStack.add((next) => (args) => next(args).catch(name));
  return client;
}

/** Creates the missing ones. A new table is usable at once. */
export async function createTables(
  client: DynamoDBClient,
  tables: readonly Table[],
): Promise<void> {
  for (const { name: TableName, attributes, keys } of tables) {
    const found = await describe(client, TableName);
    if (found === undefined) {
      await client.send(
        new CreateTableCommand({
          TableName,
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: [...attributes],
          KeySchema: [...keys],
        }),
      );
    } else if (!isDeepStrictEqual(found.KeySchema, keys)) {
      throw new UsageError(
        `The table ${TableName} has another key than the template's; use another store.`,
      );
    }
  }
}

async function describe(client: DynamoDBClient, TableName: string) {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
