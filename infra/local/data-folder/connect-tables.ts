import { Problem, UsageError } from '../../problem.ts';
import type { Address } from '../machine/listen.ts';
import { createTables, type EmbeddedTables, openTables } from '../tables/tables.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { tablesPath } from './data-folder.ts';
import { reachStore } from './reach-store.ts';

export interface WantedTables extends Pick<ServiceModel, 'tables'> {
  /** Stores first items, after the tables exist. */
  readonly fill?: (url: string) => Promise<void>;
}

/** The tables of a data folder: through the run that serves it, or else opened from disk. */
export function connectTables(folder: string, wanted: WantedTables): Promise<EmbeddedTables> {
  return reachStore(folder, {
    running: ({ dynamodb }) => ({ url: dynamodb, close: async () => {} }),
    stored: () => openPrepared(tablesPath(folder), wanted),
  });
}

/** Opens the embedded tables, and creates missing tables and development tokens. */
export async function openPrepared(
  path: string | undefined,
  wanted: WantedTables,
  address?: Address,
): Promise<EmbeddedTables> {
  const opened = await openTables(path, address);
  try {
    await prepare(opened.url, wanted);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The tables of a DynamoDB that somebody else runs, once all are there; closing leaves it running. */
export async function joinPrepared(url: string, wanted: WantedTables): Promise<EmbeddedTables> {
  try {
    await prepare(url, wanted);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    const { code, name } = cause as NodeJS.ErrnoException;
    throw new UsageError(`There is no DynamoDB to use at ${url} (${code ?? name}).`, { cause });
  }
  return { url, close: async () => {} };
}

async function prepare(url: string, { tables, fill }: WantedTables): Promise<void> {
  await createTables(url, tables);
  await fill?.(url);
}
