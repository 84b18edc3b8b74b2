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
import {
  prepareTablesFile,
  type RunningService,
  readRunningService,
  removeRunningService,
} from './data-folder.ts';
import { operationsOn } from './dynalite.ts';
import { type OnBroken, storeIn } from './dynalite-store.ts';
import { FolderInUse, openEntries } from './sqlite.ts';

// A request passes three layers: the operations of DynamoDB (dynalite.ts), which change a store (dynalite-store.ts), whose
// entries are in a file or in memory (sqlite.ts).

/** Tables, and the server by which this process reaches them. */
interface ReachedTables {
  readonly url: string;
  readonly close: () => Promise<void>;
  /** Whose server it is. Undefined if this process has started the server. */
  readonly service?: RunningService;
}

/** Starts a server of the tables of a folder, or of new ones in memory. Throws a FolderInUse if another process has the folder. */
export async function serveTables(
  folder?: string,
  listen = anyLoopbackPort,
  onBroken: OnBroken = () => {},
): Promise<ReachedTables> {
  const entries = openEntries(folder === undefined ? undefined : prepareTablesFile(folder));
  try {
    // A service that has ended can have left its run.json.
    if (folder !== undefined) removeRunningService(folder);
    const server = await startServer(listen, operationsOn(storeIn(entries, onBroken)));
    return { url: server.url, close: () => server.close().then(entries.close) };
  } catch (error) {
    entries.close();
    throw error;
  }
}

/** The tables of a folder, by the server of a running service if there is one, or else by a server of this process. */
export async function reachTables(folder: string): Promise<ReachedTables> {
  try {
    return await serveTables(folder);
  } catch (error) {
    const service = serviceBehind(error, folder);
    if (service === undefined) throw error;
    return { url: service.dynamodb, close: async () => {}, service };
  }
}

/** The service because of which this process could not open the folder. */
export function serviceBehind(error: unknown, folder: string): RunningService | undefined {
  return error instanceof FolderInUse ? readRunningService(folder) : undefined;
}

/** A client of the tables that a folder already has, by the same server as reachTables. */
export async function openClient(folder: string) {
  const path = join(folder, 'tables');
  if (!withFile(path, 'read', () => statSync(path, { throwIfNoEntry: false }))) {
    throw new Problem(
      `There is no store in ${folder}: npm start creates one, but with --memory it stores nothing there.`,
    );
  }
  const { url, close } = await reachTables(folder);
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
