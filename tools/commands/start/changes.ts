import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { functions } from '../../../functions/service.ts';
import { generate } from '../../contract/contract-code.ts';
import { textOf } from '../terminal/sentence.ts';

/** The changes of the sources from now on, until the signal. */
export function watchSources(project: string, signal: AbortSignal) {
  return {
    signal,
    contract: changesOf('openapi.yaml', project, signal),
    functions: changesOf('functions/**/*.{ts,mts,cts,js,mjs,cjs,json}', project, signal),
  };
}

/**
 * Serves each saved change of a function, or of the contract. `reload` serves the functions as their files are now. It
 * gives up at the next change, which its argument waits for: an await at the top of a file may never end.
 */
export async function applyChanges(
  sources: ReturnType<typeof watchSources>,
  reload: (newer: Promise<unknown>) => Promise<void>,
  print: (text: string) => void,
): Promise<void> {
  const watch = async (
    nextChange: () => Promise<boolean>,
    apply: (newer: Promise<unknown>) => unknown,
  ) => {
    let next = nextChange();
    while (await next) {
      next = nextChange();
      try {
        await apply(next);
      } catch (error) {
        const reason = await reasonFor(error);
        if (!sources.signal.aborted) print(`The old functions stay in use. ${reason}`);
      }
    }
  };
  await Promise.all([
    // A new validator is a change of a function.
    watch(sources.contract, () => generate()),
    watch(sources.functions, async (newer) => {
      const begun = performance.now();
      await reload(newer);
      const milliseconds = Math.round(performance.now() - begun);
      print(
        `The new functions are in use after ${milliseconds} ms. Types are not checked: npx tsc does that.`,
      );
    }),
  ]);
}

const pauseMilliseconds = 40;

/**
 * The result waits for the next change of these files, and is false at the signal. It looks at the files again and
 * again: the system's events differ between systems, and get lost if an editor replaces a file.
 * https://nodejs.org/api/fs.html#caveats
 */
function changesOf(pattern: string, cwd: string, signal: AbortSignal): () => Promise<boolean> {
  let served = versionOf(pattern, cwd);
  let before = served;
  return async () => {
    while (!signal.aborted) {
      await delay(pauseMilliseconds, undefined, { signal }).catch(() => {});
      const now = versionOf(pattern, cwd);
      // A program can write a file in parts, and several files.
      const isQuiet = now === before;
      before = now;
      if (!isQuiet || now === served) continue;
      served = now;
      return true;
    }
    return false;
  };
}

/** The names, times and sizes of the files. */
function versionOf(pattern: string, cwd: string): string {
  const versions = globSync(pattern, { cwd }).map((file) => {
    try {
      const { mtimeMs, size } = statSync(join(cwd, file));
      return `${file} ${mtimeMs} ${size}`;
    } catch (error) {
      // Deleted meanwhile, or a link to itself.
      return `${file} ${error}`;
    }
  });
  return versions.join();
}

/** An error of Node or V8 can have no place. The build knows it. */
export async function reasonFor(error: unknown): Promise<string> {
  const isOfLoading = error instanceof SyntaxError || 'code' in Object(error);
  if (!isOfLoading) return textOf(error);
  const { compile } = await import('../../../infra/bundle/bundle.ts');
  try {
    for (const { file } of Object.values(functions)) compile(file);
  } catch (problem) {
    return textOf(problem);
  }
  return textOf(error);
}
