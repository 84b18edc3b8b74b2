import { verifyAnswers } from '../../../functions/shared/verified-answers.ts';
import { Problem } from '../../../infra/base.ts';
import { reachStore } from '../../local/local.ts';
import { tokenRegistry } from './token-registry.ts';
import type { Target } from './tokens.ts';

/** The tokens in a data folder. If a run serves it, its tables are used; otherwise the folder is opened. */
export async function folderTarget(folder: string): Promise<Target> {
  const store = await reachStore(folder);
  if (!store) throw new Problem(`There is no store in ${folder} yet: npm start creates one.`);
  const { client, run, clearCache, close } = store;
  const registry = tokenRegistry(verifyAnswers(client), 'Tokens'); // npm start names a table after its construct
  const isMemory = run?.store === 'memory';
  const name = isMemory ? `the memory of the run at ${run.url}` : `the store in ${folder}`;
  return { name, registry, clearCache, close };
}
