import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Problem, UsageError } from '../../problem.ts';
import type { Address, OwnServer } from '../machine/own-server.ts';
import { FolderInUse } from '../tables/sqlite.ts';
import { createTables, localSettings, openTables } from '../tables/tables.ts';
import type { ServiceModel } from '../template/service-model.ts';

/** Stores the first items of a stack, after its tables exist. */
export type Fill = (client: DynamoDBClient, outputs: ServiceModel['outputs']) => Promise<void>;

export type WantedTables = Pick<ServiceModel, 'tables' | 'outputs'> & {
  readonly fill?: Fill | undefined;
};

/** Opens the embedded tables, on a folder or in memory, and creates missing tables. */
export async function openStackTables(
  path: string | undefined,
  wanted: WantedTables,
  address?: Address,
): Promise<OwnServer> {
  const opened = await openTables(path, address);
  try {
    await prepareTables(opened.url, wanted);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Uses another DynamoDB, and creates missing tables. close() does not stop it. */
export async function useExternalTables(
  url: string,
  wanted: WantedTables,
  signal?: AbortSignal,
  milliseconds = 20_000,
): Promise<OwnServer> {
  const timeout = AbortSignal.timeout(milliseconds);
  try {
    await prepareTables(url, wanted, AbortSignal.any([timeout, ...(signal ? [signal] : [])]));
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof Problem) throw cause;
    const { code, name } = cause as { code?: unknown; name: string };
    // The code of a TimeoutError is a number.
    const reason = typeof code === 'string' ? code : name;
    throw new UsageError(`Cannot use a DynamoDB at ${url} (${reason}).`, { cause });
  }
  return { url, close: async () => {} };
}

const waitMilliseconds = 5_000;
// Short, because each attempt starts a thread, which takes longer.
const pauseMilliseconds = 200;

/** Another process may use the folder for a moment: a command, or a run that starts or ends. */
export async function retryWhileInUse<Tables>(open: () => Promise<Tables>): Promise<Tables> {
  const end = performance.now() + waitMilliseconds;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() > end) throw error;
    }
    await delay(pauseMilliseconds);
  }
}

/** Destroys the client when the signal aborts, so that no request keeps waiting. */
export async function prepareTables(
  url: string,
  { tables, outputs, fill }: WantedTables,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  // A second attempt would begin after the client is destroyed, and keep the process alive.
  const client = new DynamoDBClient({ ...localSettings(url), maxAttempts: 1 });
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    const prepared = createTables(client, tables, signal).then(() => fill?.(client, outputs));
    await (signal ? Promise.race([prepared, aborted]) : prepared);
  } finally {
    signal?.removeEventListener('abort', abort);
    client.destroy();
  }
}
