import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../infra/base.ts';
import { textOf } from '../terminal/sentence.ts';
import type { RunningPlantStore } from './service.ts';

interface RebuildSettings {
  readonly project: string;
  readonly store: Pick<RunningPlantStore, 'rebuild' | 'rebuildFunctions'>;
  /** Shows a new contract. */
  readonly renewDocs: () => Promise<void>;
  readonly print: (text: string) => void;
}

/** For watchSources(): builds what the changes need, and swaps to it, or prints why the old code stays in use. */
export function rebuilder({ project, store, renewDocs, print }: RebuildSettings) {
  return async (paths: readonly string[]): Promise<readonly string[] | undefined> => {
    const changed = paths.filter((path) => !/^tools\b/.test(path));
    if (changed.length < paths.length) print('To use the change in tools/, start again.');
    if (changed.length === 0) return [];
    print('Rebuilding …');
    const begun = performance.now();
    try {
      const isContract = changed.includes('openapi.yaml');
      const generated = isContract ? await generate(project) : [];
      const others = changed.filter((path) => path !== 'openapi.yaml');
      const isCode = others.every((path) => /^functions\b/.test(path));
      if (isCode) await store.rebuildFunctions([...others, ...generated]);
      else await store.rebuild();
      if (isContract) await renewDocs();
      const milliseconds = Math.round(performance.now() - begun);
      print(
        `Rebuilt. The new functions are in use after ${milliseconds} ms. Types are not checked: npx tsc does that.`,
      );
      return generated;
    } catch (error) {
      print(`The old functions stay in use. ${textOf(error)}`);
      return undefined;
    }
  };
}

/** Runs `npm run generate` in a process of its own, with the files as they are now. Returns the generated sources. */
async function generate(project: string): Promise<string[]> {
  const command = join(project, 'tools/commands/run.cjs');
  await new Promise<void>((resolve, reject) => {
    execFile(process.execPath, [command, 'generate'], (error, _, stderr) =>
      error ? reject(new Problem(stderr.trim())) : resolve(),
    );
  });
  return globSync('functions/**/*.generated.ts', { cwd: project });
}
