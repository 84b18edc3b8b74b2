import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import { tables } from '../../../functions/service.ts';
import { Problem } from '../../../infra/project/problem.ts';
import { UsageError } from '../../shared/usage-error.ts';
import { withFile } from '../../shared/with-file.ts';
import { region } from '../region.ts';
import { anyLoopbackPort, startServer } from '../server.ts';
import { prepareTablesFile, type Run, readRun, removeRun } from './data-folder.ts';
import { operationsOn } from './dynalite.ts';
import { type OnBroken, storeIn } from './dynalite-store.ts';
import { FolderInUse, openEntries } from './sqlite.ts';

// A request passes three layers: the operations of DynamoDB (dynalite.ts), which change a store (dynalite-store.ts), whose
// entries are in a file or in memory (sqlite.ts).

/** Tables, and the server by which this process reaches them. */
interface OpenTables {
  readonly url: string;
  readonly close: () => Promise<void>;
  /** The run whose server it is. Undefined if this process has started the server. */
  readonly run?: Run;
}

/** Serves the tables of a folder, or new ones in memory. */
export async function openTables(
  folder?: string,
  listen = anyLoopbackPort,
  onBroken: OnBroken = () => {},
): Promise<OpenTables> {
  const entries = openEntries(folder === undefined ? undefined : prepareTablesFile(folder));
  try {
    // It is that of a service that has ended.
    if (folder !== undefined) removeRun(folder);
    const server = await startServer(listen, operationsOn(storeIn(entries, onBroken)));
    return { url: server.url, close: () => server.close().then(entries.close) };
  } catch (error) {
    entries.close();
    throw error;
  }
}

/** The tables of a folder: those that a running service serves, or else served by this process. */
export async function openFolder(folder: string): Promise<OpenTables> {
  try {
    return await openTables(folder);
  } catch (error) {
    const run = runBehind(error, folder);
    if (run === undefined) throw error;
    return { url: run.dynamodb, close: async () => {}, run };
  }
}

/** The run because of which this process could not open the folder. */
export function runBehind(error: unknown, folder: string): Run | undefined {
  return error instanceof FolderInUse ? readRun(folder) : undefined;
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
  const client = createLocalClient(url);
  // The first start can have ended before it made them.
  await createTables(client);
  return {
    client,
    close: () => {
      client.destroy();
      return close();
    },
  };
}

/** The tables accept any credentials. These are worthless in AWS. No setting of the user reaches the client. */
export function createLocalClient(endpoint: string): DynamoDBClient {
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
export async function createTables(client: DynamoDBClient): Promise<void> {
  for (const [TableName, { key: AttributeName, type: AttributeType }] of Object.entries(tables)) {
    const AttributeDefinitions = [{ AttributeName, AttributeType }];
    const command = new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions,
      KeySchema: [{ AttributeName, KeyType: 'HASH' }],
    });
    try {
      await client.send(command);
    } catch (error) {
      if (!(error instanceof ResourceInUseException)) throw error;
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      if (isDeepStrictEqual(Table?.AttributeDefinitions, AttributeDefinitions)) continue;
      throw new UsageError(
        `The table ${TableName} has another key than ${AttributeName} of type ${AttributeType}. Delete its data folder, or use another one (--data DIR).`,
      );
    }
  }
}
