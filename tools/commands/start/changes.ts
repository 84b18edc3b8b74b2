import { globSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { functions } from '../../../functions/service.ts';
import { generate } from '../../contract/contract-code.ts';
import { textOf } from '../terminal/sentence.ts';

/** The changes of the sources from now on, until the signal. */
export function watchSources(project: string, signal: AbortSignal) {
  return {
    contract: changesOf('openapi.yaml', project, signal),
    functions: changesOf('functions/**/*.ts', project, signal),
  };
}

/** Serves each saved change of a function, or of the contract. `reload` serves the functions as their files are now. */
export async function applyChanges(
  sources: ReturnType<typeof watchSources>,
  reload: () => Promise<void>,
  print: (text: string) => void,
): Promise<void> {
  const watch = async (changes: AsyncIterable<void>, onChange: () => unknown) => {
    for await (const _ of changes) {
      try {
        await onChange();
      } catch (error) {
        print(`The old functions stay in use. ${await reasonFor(error)}`);
      }
    }
  };
  await Promise.all([
    // A new validator is a change of a function.
    watch(sources.contract, () => generate()),
    watch(sources.functions, async () => {
      const begun = performance.now();
      await reload();
      const milliseconds = Math.round(performance.now() - begun);
      print(
        `The new functions are in use after ${milliseconds} ms. Types are not checked: npx tsc does that.`,
      );
    }),
  ]);
}

const pauseMilliseconds = 40;

/**
 * Yields after each change of these files, until the signal. It looks at the files again and again: the system's events
 * differ between systems, and get lost if an editor replaces a file. https://nodejs.org/api/fs.html#caveats
 */
async function* changesOf(
  pattern: string,
  cwd: string,
  signal: AbortSignal,
  // A default is computed at the call, and the lines below only at the first step.
  first = versionOf(pattern, cwd),
) {
  let served = first;
  let before = first;
  while (!signal.aborted) {
    await delay(pauseMilliseconds, undefined, { signal }).catch(() => {});
    const now = versionOf(pattern, cwd);
    // A program can write a file in parts, and several files.
    const isQuiet = now === before;
    before = now;
    if (!isQuiet || now === served) continue;
    served = now;
    yield;
  }
}

/** The names, times and sizes of the files. */
function versionOf(pattern: string, cwd: string): string {
  const versions = globSync(pattern, { cwd }).map((file) => {
    const stats = statSync(`${cwd}/${file}`, { throwIfNoEntry: false });
    return `${file} ${stats?.mtimeMs} ${stats?.size}`;
  });
  return versions.join();
}

/** Some errors of V8 have no place. The build knows it. */
async function reasonFor(error: unknown): Promise<string> {
  if (!(error instanceof SyntaxError)) return textOf(error);
  const { compile } = await import('../../../infra/bundle/bundle.ts');
  try {
    for (const { file } of Object.values(functions)) compile(file);
  } catch (problem) {
    return textOf(problem);
  }
  return textOf(error);
}
