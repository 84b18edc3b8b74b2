import { openClient } from '../../local/tables/tables.ts';
import type { Target } from './target.ts';

/** The tables in a data folder. If a service has them open, they are reached there. */
export async function openFolderTarget(folder: string): Promise<Target> {
  const { client, close } = await openClient(folder);
  return {
    kind: 'folder',
    name: `the store in ${folder}`,
    client,
    nameOf: (table) => table,
    close,
  };
}
