import { setTimeout as delay } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Address, OwnServer } from '../machine/own-server.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { FolderInUse } from './sqlite.ts';
import { createTables, localClient, openTables } from './tables.ts';

/** Stores the first items of a stack, after its tables exist. */
export type Fill = (client: DynamoDBClient, outputs: ServiceModel['outputs']) => Promise<unknown>;

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

const attempts = 20;

/** Another process can use the folder for a moment: a command, or a run that starts or ends. */
export async function retryWhileInUse<Tables>(
  open: () => Promise<Tables>,
  // Short, because each attempt starts a thread, which takes longer.
  pauseMilliseconds = 200,
): Promise<Tables> {
  for (let left = attempts - 1; ; left -= 1) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof FolderInUse) || left === 0) throw error;
    }
    await delay(pauseMilliseconds);
  }
}

/** Creates missing tables. */
export async function prepareTables(
  url: string,
  { tables, outputs, fill }: WantedTables,
): Promise<void> {
  const client = localClient(url);
  try {
    await createTables(client, tables);
    await fill?.(client, outputs);
  } finally {
    client.destroy();
  }
}
