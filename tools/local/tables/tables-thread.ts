import { AsyncLocalStorage } from 'node:async_hooks';
import { statSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { UsageError } from '../../../infra/base.ts';
import { type Address, startOwnServer } from '../machine/own-server.ts';
import { database, dynalite } from './dynalite.ts';
import { storeIn } from './dynalite-store.ts';
import { FolderInUse, fileName, openDatabase } from './sqlite.ts';

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

/** Throws if the file has lost its name: what is written into it would be lost. */
function refuseLostFile(file: string): () => void {
  const { dev, ino } = statSync(file);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.ino === ino && found.dev === dev) return;
    throw new Error(`${file} was deleted or replaced: start again`);
  };
}

async function serve(sqlite: DatabaseSync): Promise<void> {
  storeIn(sqlite, path === undefined ? () => {} : refuseLostFile(join(path, fileName)));
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
    { ...address, isForContainers: true },
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
