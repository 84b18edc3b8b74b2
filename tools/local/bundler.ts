import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBundle } from '../../infra/bundle/bundle.ts';
import { entries } from '../../infra/function-code.ts';
import { temporaryFolder } from './synthesis.ts';
import type { ServiceModel } from './template/service-model.ts';

/** The URL of this project, for the maps of bundles: a debugger finds the files of a breakpoint by it. */
export const sourceRoot = pathToFileURL(join(import.meta.dirname, '../../')).href;

/** Builds single functions again, without a synthesis. */
export function openBundler() {
  const { folder: parent, remove } = temporaryFolder();
  const bundles = Object.entries(entries).map(
    ([name, source]) => [name, openBundle(source, sourceRoot)] as const,
  );
  return {
    /** The model with new folders for the functions that use one of these files or folders. */
    async build(model: ServiceModel, changed: readonly string[]): Promise<ServiceModel> {
      const functions = new Map(model.functions);
      const results = await Promise.allSettled(
        bundles.map(async ([name, opened]) => {
          const [bundle, lambda] = [await opened, model.functions.get(name)];
          if (!lambda || !bundle.uses(changed)) return;
          // Two folders in turn: the one of the served code stays as it is.
          const first = join(parent, name);
          const folder = lambda.folder === first ? `${first}-2` : first;
          await bundle.build(folder);
          functions.set(name, { ...lambda, folder });
        }),
      );
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      return { ...model, functions };
    },
    async close(): Promise<void> {
      for (const [, opened] of bundles) await opened.then(({ close }) => close());
      remove();
    },
  };
}
