import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import { tables } from '../../../functions/service.ts';
import { Problem } from '../../../infra/problem.ts';
import { UsageError, withFile } from '../../usage-error.ts';
import { region } from '../events.ts';
import { type Address, anyLoopbackPort, startServer } from '../server.ts';
import { readRun, tablesFile } from './data-folder.ts';
import { operationsOn } from './dynalite.ts';
import { storeIn } from './dynalite-store.ts';
import { FolderInUse, openDatabase } from './sqlite.ts';

/** Serves the tables of a folder, or new ones in memory. */
export async function openTables(folder: string | undefined, address = anyLoopbackPort) {
  const file = folder === undefined ? undefined : tablesFile(folder);
  const sqlite = openDatabase(file);
  try {
    const store = storeIn(sqlite, file);
    const server = await startServer(address, operationsOn(store));
    return {
      url: server.url,
      close: () => server.close().then(() => sqlite.close()),
      run: undefined,
    };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

const attempts = 40;
const pauseMilliseconds = 100;

/** The tables of a folder, and the service that serves them if it is not this process. Another command has them only for a moment. */
export async function openFolder(folder: string, address?: Address) {
  for (let left = attempts; ; left -= 1) {
    try {
      return await openTables(folder, address);
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      const run = readRun(folder);
      if (run) return { url: run.dynamodb, close: async () => {}, run };
      if (left === 0) throw error;
    }
    await delay(pauseMilliseconds);
  }
}

/** A client of the tables in a folder. */
export async function openClient(folder: string) {
  const path = join(folder, 'tables');
  if (!withFile(path, 'read', () => statSync(path, { throwIfNoEntry: false }))) {
    throw new Problem(
      `There is no store in ${folder}: npm start creates one, but with --memory it stores nothing there.`,
    );
  }
  const { url, close } = await openFolder(folder);
  const client = localClient(url);
  // The first start can have ended before it made them.
  await createTables(client, folder);
  return {
    client,
    close: () => {
      client.destroy();
      return close();
    },
  };
}

/** The tables accept any credentials. These are worthless in AWS. No setting of the user reaches the client. */
export function localClient(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({
    endpoint,
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    maxAttempts: 3,
    retryMode: 'standard',
    // A service that a debugger holds does not answer.
    requestHandler: { requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
}

/** Creates the missing ones. */
export async function createTables(client: DynamoDBClient, place: string): Promise<void> {
  for (const [TableName, { key: AttributeName, type: AttributeType }] of Object.entries(tables)) {
    const wanted = {
      AttributeDefinitions: [{ AttributeName, AttributeType }],
      KeySchema: [{ AttributeName, KeyType: 'HASH' as const }],
    };
    const command = { TableName, BillingMode: 'PAY_PER_REQUEST' as const, ...wanted };
    try {
      await client.send(new CreateTableCommand(command));
    } catch (error) {
      if (!(error instanceof ResourceInUseException)) throw error;
      const { Table = {} } = await client.send(new DescribeTableCommand({ TableName }));
      const { AttributeDefinitions, KeySchema, TableStatus } = Table;
      const isWhole = isDeepStrictEqual({ AttributeDefinitions, KeySchema }, wanted);
      if (isWhole && TableStatus === 'ACTIVE') continue;
      throw new UsageError(
        `The table ${TableName} in ${place} is half deleted, or its key is not ${AttributeName} of type ${AttributeType}. Delete ${place}, or use another folder (--data DIR).`,
      );
    }
  }
}
