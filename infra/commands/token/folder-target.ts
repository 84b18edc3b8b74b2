import { type DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/shared/checksum.ts';
import { type ReachedTables, reachStore } from '../../local/local.ts';
import { Problem } from '../../problem.ts';
import { withDeadline } from '../aws-client.ts';
import type { Target } from './regions.ts';
import { tokenRegistry } from './token-registry.ts';

const table = 'Tokens'; // npm start names a table after its construct

/** The tokens in a data folder. If a run serves it, its tables are used; otherwise the folder is opened. */
export async function folderTarget(folder: string): Promise<Target> {
  const store = await reachStore(folder);
  if (!store) throw noStore(folder);
  const client = withDeadline(verifyAnswers(store.client));
  try {
    if (!(await holdsTokens(client))) throw noStore(folder);
    const registry = tokenRegistry(client, table);
    return { ...store, name: nameOf(folder, store), registry, otherRegions: [] };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function nameOf(folder: string, { run }: ReachedTables): string {
  if (run?.store === 'memory') return `the memory of the run at ${run.url}`;
  return `the store in ${folder}`;
}

function noStore(folder: string): Problem {
  return new Problem(`There is no store in ${folder} yet: npm start creates one.`);
}

async function holdsTokens(client: DynamoDBClient): Promise<boolean> {
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  return TableNames.includes(table);
}
