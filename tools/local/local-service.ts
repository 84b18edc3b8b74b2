import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { UsageError } from '../shared/usage-error.ts';
import { createGateway, type OnAnswer } from './gateway.ts';
import { loadFunctions } from './load-functions.ts';
import { startServer } from './server.ts';
import { writeRunningService } from './tables/data-folder.ts';
import type { OnBroken } from './tables/dynalite-store.ts';
import { createLocalClient, createTables, serveTables, serviceBehind } from './tables/tables.ts';

/** Stores the first items, after the tables exist. */
export type Fill = (client: DynamoDBClient) => Promise<unknown>;

export interface ServiceOptions {
  readonly host?: string;
  /** 0, the default, is any free port. */
  readonly port?: number;
  /** Ports of the tables, tried in this order. By default, any free port. */
  readonly dynamodbPorts?: readonly number[];
  /** The folder of the tables. Without it, the tables are only in memory. */
  readonly data?: string | undefined;
  readonly fill?: Fill;
  readonly onAnswer?: OnAnswer;
  readonly onBroken?: OnBroken;
}

/** Serves the routes on this machine: gateway, functions and tables in this process. */
export async function startService(options: ServiceOptions = {}) {
  const { host = '127.0.0.1', port = 0, dynamodbPorts = [0] } = options;
  const { data, fill, onAnswer, onBroken } = options;
  await using opened = new AsyncDisposableStack();
  const listen = { host, ports: dynamodbPorts, option: '--dynamodb-port' };
  const { close, url: dynamodb } = await serveTables(data, listen, onBroken).catch((error) => {
    throw problemOf(error, data);
  });
  opened.defer(close);
  await prepareTables(dynamodb, fill);
  const invoke = await loadFunctions(dynamodb);
  const listener = createGateway(invoke, onAnswer);
  const server = await startServer({ host, ports: [port], option: '--port' }, listener);
  opened.defer(server.close);
  if (data !== undefined)
    writeRunningService(data, { pid: process.pid, url: server.url, dynamodb });
  const everything = opened.move();
  return {
    url: server.url,
    dynamodb,
    /** The gateway. */
    listener,
    close: () => everything.disposeAsync(),
  };
}

/** Names the service that already has the folder, if that is the problem. */
function problemOf(error: unknown, data = ''): unknown {
  const service = serviceBehind(error, data);
  if (service === undefined) return error;
  return new UsageError(
    `The process ${service.pid} already serves the data folder ${data}, at ${service.url}. Use that one, end it, or start with another folder (--data DIR) or without one (--memory).`,
    { cause: error },
  );
}

/** Creates missing tables, and fills them. */
export async function prepareTables(url: string, fill?: Fill): Promise<void> {
  const client = createLocalClient(url);
  try {
    await createTables(client);
    await fill?.(client);
  } finally {
    client.destroy();
  }
}
