import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener, ServerResponse } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import dynalite from 'dynalite';
import database from 'dynalite/db/index.js';
import { UsageError } from '../../../infra/base.ts';
import { type Address, startOwnServer } from '../machine/own-server.ts';
import { storeIn } from './dynalite-store.ts';
import { FolderInUse, openDatabase } from './sqlite.ts';

// The embedded DynamoDB. It has a thread of its own, so that it does not slow the gateway down.

export interface TablesSettings {
  readonly path: string | undefined;
  readonly address: Address;
}
export type TablesMessage =
  | { readonly url: string }
  | { readonly problem: string; readonly isInUse: boolean };

const { path, address } = workerData as TablesSettings;

// dynalite counts characters, but DynamoDB counts bytes, so dynalite would accept items of twice the limit.
const { itemSize } = database;
database.itemSize = (item, ...others) =>
  itemSize(JSON.parse(Buffer.from(JSON.stringify(item)).toString('latin1')), ...others);

try {
  await serve(openDatabase(path));
} catch (error) {
  const { message } = error as Error;
  const isSentence = error instanceof UsageError;
  const problem = isSentence ? message : `The tables in ${path} cannot be used: ${message}.`;
  send({ problem, isInUse: error instanceof FolderInUse });
}

async function serve(sqlite: DatabaseSync): Promise<void> {
  storeIn(sqlite);
  const [answer] = dynalite().listeners('request') as [RequestListener];
  const answers = new AsyncLocalStorage<ServerResponse>();
  // dynalite throws unexpected errors inside callbacks, for example when a client disconnects.
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    const response = answers.getStore();
    if (response) fail(response, error);
    if (error.code !== 'ECONNRESET') {
      console.error(`The embedded tables failed at a request: ${error.message}`);
    }
  });
  const server = await startOwnServer(
    address,
    (request, response) => {
      request.once('end', () => answers.enterWith(response));
      answer(request, response);
    },
    { keepAliveTimeout: 60_000 },
  ).catch(({ message }: Error) => {
    sqlite.close();
    throw new UsageError(message);
  });
  parentPort?.once('message', async () => {
    await server.close();
    sqlite.close();
    process.exit(0);
  });
  send({ url: server.url });
}

function fail(response: ServerResponse, { message }: Error): void {
  if (response.headersSent) return;
  const type = 'com.amazonaws.dynamodb.v20120810#InternalServerError';
  response.writeHead(500, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: type, message }));
}

function send(message: TablesMessage): void {
  parentPort?.postMessage(message);
}
