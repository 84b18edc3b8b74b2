import { verifyAnswers } from '../../../functions/shared/verified-answers.ts';
import { Problem } from '../../../infra/base.ts';
import { authorizer } from '../../../infra/service.ts';
import { reachTables } from '../../local/tables/tables.ts';
import { tokenTable } from './token-table.ts';
import type { Target } from './tokens.ts';

/** The tokens in a data folder. If a service has its tables open, they are reached there. */
export async function folderTarget(folder: string): Promise<Target> {
  const tables = await reachTables(folder);
  if (!tables) throw new Problem(noTables(folder));
  return {
    name: `the store in ${folder}`,
    table: tokenTable(verifyAnswers(tables.client), authorizer.table),
    // The gateway of this machine forgets its decisions when the table changes.
    clearCache: async () => {},
    close: tables.close,
  };
}

/** For a folder in which no service has stored anything. */
export function noTables(folder: string): string {
  return `There is no store in ${folder} yet: npm start creates one. A store in memory (--memory) has no commands.`;
}
