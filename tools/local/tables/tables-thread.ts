import { statSync } from 'node:fs';
import type { RequestListener } from 'node:http';
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
  // dynalite throws unexpected errors inside callbacks, for example when a client disconnects.
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') return;
    console.error(`The embedded tables failed at a request: ${error.message}`);
  });
  const settings = { keepAliveTimeout: 60_000 };
  const server = await startOwnServer({ ...address, isForContainers: true }, answer, settings);
  parentPort?.once('message', async () => {
    await server.close();
    sqlite.close();
    process.exit(0);
  });
  send({ url: server.url });
}

function send(message: TablesMessage): void {
  parentPort?.postMessage(message);
}
