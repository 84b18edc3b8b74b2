import { createTables, type EmbeddedTables, openTables } from '../../emulator/tables/tables.ts';
import type { ServiceModel } from '../../emulator/template/service-model.ts';
import type { Address } from '../../terminal/listen.ts';
import { tablesPath } from './data-folder.ts';
import { storeDevelopmentTokens } from './development-token.ts';
import { reachStore } from './reach-store.ts';

type Wanted = Pick<ServiceModel, 'tables' | 'outputs'>;

/** The tables of a data folder: through the run that serves it, or else opened from disk. */
export function connectTables(folder: string, wanted: Wanted): Promise<EmbeddedTables> {
  return reachStore(folder, {
    running: ({ dynamodb }) => ({ url: dynamodb, close: async () => {} }),
    stored: () => openPrepared(tablesPath(folder), wanted),
  });
}

/** Opens the embedded tables, and creates missing tables and development tokens. */
export async function openPrepared(
  path: string | undefined,
  { tables, outputs }: Wanted,
  address?: Address,
): Promise<EmbeddedTables> {
  const opened = await openTables(path, address);
  try {
    await createTables(opened.url, tables);
    const { TokensTableName: tokens } = outputs;
    if (tokens) await storeDevelopmentTokens(opened.url, tokens);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}
