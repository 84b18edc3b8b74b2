import { on } from 'node:events';
import { watchFile } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../infra/project/project-folder.ts';
import { writeContractCode } from '../../contract/contract-code.ts';
import { textOf } from '../../shared/terminal/sentence.ts';

/**
 * Generates after each change of openapi.yaml, which Node's watcher does not see. The first time, it waits until the file
 * has no mistake. Changed code then starts this process again.
 */
export async function followContract(
  signal: AbortSignal,
  print: (text: string) => void,
): Promise<void> {
  const tryToGenerate = async () => {
    try {
      await writeContractCode();
      return true;
    } catch (error) {
      print(textOf(error));
      return false;
    }
  };
  const file = watchFile(join(projectFolder, 'openapi.yaml'), { interval: 200 }, () => {});
  // A change that comes while it generates waits for its turn.
  const changes = on(file, 'change', { signal });
  while (!(await tryToGenerate())) await changes.next();
  const followOn = async () => {
    for await (const _ of changes) await tryToGenerate();
  };
  // The signal ends it by an error.
  followOn().catch(() => {});
}
