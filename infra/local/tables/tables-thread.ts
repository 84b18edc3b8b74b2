import { AsyncLocalStorage } from 'node:async_hooks';
import { statfs } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import dynalite from 'dynalite';
import database from 'dynalite/db/index.js';
import { type Address, listen } from '../machine/listen.ts';
import { foreignMessage, isForeign } from '../machine/own-address.ts';

// The embedded DynamoDB. It has a thread of its own, so that it does not slow the gateway down.

export interface TablesSettings {
  readonly path: string | undefined;
  readonly address: Address;
}
export type TablesMessage =
  | { readonly kind: 'serving'; readonly url: string }
  | { readonly kind: 'cannot-listen'; readonly sentence: string }
  | { readonly kind: 'locked' }
  | { readonly kind: 'unusable'; readonly reason: string };

const { path, address } = workerData as TablesSettings;
const drainMilliseconds = 1_000;
const store = database.create({
  createTableMs: 0,
  deleteTableMs: 0,
  updateTableMs: 0,
  ...(path !== undefined && { path }),
});
// dynalite does not wait until its database is open, so it gets this one, which is opened below.
database.create = () => store;

// It counts characters where DynamoDB counts bytes, and so takes items of twice the limit.
const { itemSize } = database;
database.itemSize = (item, ...others) =>
  itemSize(JSON.parse(Buffer.from(JSON.stringify(item)).toString('latin1')), ...others);

const problem = await open();
if (problem) tell(problem);
else await serve();

/** LevelDB holds a lock on its folder for as long as a process has it open. */
async function open(): Promise<TablesMessage | undefined> {
  try {
    await store.db.open();
    return undefined;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message: string } };
    return cause?.code === 'LEVEL_LOCKED'
      ? { kind: 'locked' }
      : { kind: 'unusable', reason: cause?.message ?? String(error) };
  }
}

async function serve(): Promise<void> {
  const [answer] = dynalite().listeners('request') as [RequestListener];
  const answers = new AsyncLocalStorage<ServerResponse>();
  // dynalite throws unexpected errors inside callbacks, for example when a client disconnects.
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    const response = answers.getStore();
    if (response) fail(response, error);
    if (isWriteProblem(error)) void recover(error);
    else if (error.code !== 'ECONNRESET') {
      console.error(`The embedded tables failed at a request: ${error.message}`);
    }
  });
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (isForeign(request.headers, address.host)) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(foreignMessage);
    } else {
      request.once('end', () => answers.enterWith(response));
      answer(request, response);
    }
  });
  parentPort?.once('message', () => {
    server.close(() => void store.db.close().finally(() => process.exit(0)));
    setTimeout(() => server.closeAllConnections(), drainMilliseconds).unref();
  });
  try {
    tell({ kind: 'serving', url: await listen(server, address) });
  } catch (error) {
    tell({ kind: 'cannot-listen', sentence: (error as Error).message });
  }
}

function fail(response: ServerResponse, { message }: Error): void {
  if (response.headersSent) return;
  const type = 'com.amazonaws.dynamodb.v20120810#InternalServerError';
  response.writeHead(500, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: type, message }));
}

/** LevelDB needs less than this to open a folder with a full log (4 MB). */
const leastBytes = 8 * 1024 * 1024;
let recovering = false;

function isWriteProblem(error: NodeJS.ErrnoException): boolean {
  return error.code === 'LEVEL_IO_ERROR' || error.message === 'Database is closed';
}

/**
 * After a failed write, LevelDB refuses every write until it is opened again. The writes that it
 * acknowledged are in its log: https://github.com/google/leveldb/blob/main/doc/impl.md
 */
async function recover({ message }: Error): Promise<void> {
  if (recovering || path === undefined) return;
  recovering = true;
  console.error(`The embedded tables cannot write (${message}). They try again until they can.`);
  for (;;) {
    if (await hasSpace(path)) {
      await store.db.close._original();
      if ((await open()) === undefined) break;
    }
    await delay(500);
  }
  recovering = false;
  console.error('The embedded tables can write again.');
}

async function hasSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= leastBytes;
}

function tell(message: TablesMessage): void {
  parentPort?.postMessage(message);
}
