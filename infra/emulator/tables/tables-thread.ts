import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import dynalite from 'dynalite';
import database from 'dynalite/db/index.js';
import { foreignMessage, isForeign } from '../../terminal/foreign.ts';
import { type Address, listen } from '../../terminal/listen.ts';

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
const internalError = 'com.amazonaws.dynamodb.v20120810#InternalServerError';
const drainMilliseconds = 1_000;
const delays = { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 };

// dynalite throws out of callbacks what it does not expect: one such request must not end the store.
process.on('uncaughtException', (error) => {
  console.error(`The embedded tables failed at a request: ${error.message}`);
});

const problem = await open();
if (problem) tell(problem);
else await serve();

/** LevelDB holds a lock on its folder for as long as a process has it open. */
async function open(): Promise<TablesMessage | undefined> {
  const opened = database.create(path === undefined ? delays : { ...delays, path });
  // dynalite opens its database without waiting for it, so this one is opened first and handed to it.
  database.create = () => opened;
  try {
    await opened.db.open();
    return undefined;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message: string } };
    return cause?.code === 'LEVEL_LOCKED'
      ? { kind: 'locked' }
      : { kind: 'unusable', reason: cause?.message ?? String(error) };
  }
}

async function serve(): Promise<void> {
  const store = dynalite();
  const [answer] = store.listeners('request') as [(request: object, response: object) => void];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (isForeign(request.headers, address.host)) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(foreignMessage);
      return;
    }
    readWhole(request, (body) => answerWhole(answer, request, response, body));
  });
  parentPort?.once('message', () => {
    server.close(() => {
      // dynalite closes its database only when its own server closes, so that one listens for a moment.
      store.listen(0, '127.0.0.1', () => store.close(() => process.exit(0)));
    });
    setTimeout(() => server.closeAllConnections(), drainMilliseconds).unref();
  });
  try {
    tell({ kind: 'serving', url: await listen(server, address) });
  } catch (error) {
    tell({ kind: 'cannot-listen', sentence: (error as Error).message });
  }
}

/** dynalite throws when an upload breaks off, so it only ever sees requests that are complete. */
function readWhole(request: IncomingMessage, use: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => use(Buffer.concat(chunks)));
  request.on('error', () => {});
}

function answerWhole(
  answer: (request: object, response: object) => void,
  { headers, method, url }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const request = Object.assign(new EventEmitter(), { headers, method, url });
  try {
    answer(request, response);
    if (body.length > 0) request.emit('data', body);
    request.emit('end');
  } catch (error) {
    response.writeHead(500, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ __type: internalError, message: (error as Error).message }));
  }
}

function tell(message: TablesMessage): void {
  parentPort?.postMessage(message);
}
