import { authorizer } from '../../../functions/service.ts';
import { openClient } from '../../local/tables/tables.ts';
import { tokenTable } from './token-table.ts';
import type { Target } from './tokens.ts';

/** The tokens in a data folder. If a service has its tables open, they are reached there. */
export async function openFolderTarget(folder: string): Promise<Target> {
  const tables = await openClient(folder);
  return {
    name: `the store in ${folder}`,
    table: tokenTable(tables.client, authorizer.table),
    close: tables.close,
  };
}
