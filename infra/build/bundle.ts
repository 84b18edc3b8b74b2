import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { type FunctionName, functions } from '../../functions/service.ts';
import { Problem } from '../project/problem.ts';
import { projectFolder } from '../project/project-folder.ts';

/** The version of Node for which functions are bundled, and on which they run. package.json has that of this machine. */
export const nodeMajor = 24;

/** What Lambda calls: the export `handler` of index.mjs. */
export const lambdaHandler = 'index.handler';

/** The folder of each function's bundle. */
export type FunctionCode = Readonly<Record<FunctionName, string>>;

/**
 * Bundles each function into a folder below this one. It gets these files:
 * - `index.mjs`, which Lambda loads: a copy of entry.mjs. It loads the next one, and exports its `handler`.
 * - `handler.js`: the function's handler.ts, and all that it imports.
 * - `handler.js.map`: its source map.
 * - `package.json`: says that `handler.js` is CommonJS.
 */
export async function bundleFunctions(folder: string): Promise<FunctionCode> {
  const files = await compileFunctions();
  const folders = Object.keys(functions).map((name) => [
    name,
    write(files, name, join(folder, name)),
  ]);
  return Object.fromEntries(folders);
}

/** Files of bundles by their names, such as `CreatePlant.js` and `CreatePlant.js.map`. */
type BundleFiles = ReadonlyMap<string, string>;

/** Bundles the functions in memory. Throws a Problem with the place of each mistake. */
export async function compileFunctions(): Promise<BundleFiles> {
  // All in one call, because they share most of the SDK.
  const entryPoints = Object.entries(functions).map(([name, { file }]) => ({
    in: file,
    out: name,
  }));
  try {
    const { outputFiles } = await build({ ...buildOptions, entryPoints });
    return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  } catch (error) {
    throw new Problem((error as Error).message, { cause: error });
  }
}

/** How esbuild makes a bundle. The benchmark leaves out one trick after the other. */
export const buildOptions = {
  absWorkingDir: projectFolder,
  // Pretends to be in the project, so that stack traces and asset hashes do not depend on `folder`.
  outdir: projectFolder,
  write: false,
  bundle: true,
  platform: 'node',
  target: `node${nodeMajor}`,
  // An ESM import of node:http runs all its lazy getters: 35 ms of every cold start.
  format: 'cjs',
  // Otherwise an import() in the SDK would go through Node's ESM loader.
  supported: { 'dynamic-import': false },
  // ESM first: it can be tree-shaken, which makes the SDK a quarter of its size.
  mainFields: ['module', 'main'],
  // What the SDK never runs in Lambda. Each file says what it saves.
  alias: {
    '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'lean-sdk/credentials.ts'),
    '@smithy/core/config': join(import.meta.dirname, 'lean-sdk/config.mjs'),
  },
  // 20 kB that the SDK loads for an operation that streams events. No function has one.
  external: ['@smithy/core/event-streams'],
  minify: true,
  // Not linked, because a bundle gets another name when it is written.
  sourcemap: 'external',
  sourcesContent: false,
  // Licences ask for their text where code is handed on, which a deploy is not.
  legalComments: 'none',
  logLevel: 'silent',
} satisfies BuildOptions & { write: false };

function write(files: BundleFiles, name: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  // A debugger finds the map by this comment, and functions/shared/typescript-stack.ts by its name.
  const code = `${files.get(`${name}.js`)}//# sourceMappingURL=handler.js.map\n`;
  writeFileSync(join(folder, 'handler.js'), code);
  writeFileSync(join(folder, 'handler.js.map'), `${files.get(`${name}.js.map`)}`);
  copyFileSync(join(import.meta.dirname, 'entry.mjs'), join(folder, 'index.mjs'));
  // Otherwise a runtime that searches parent folders can find this project's `"type": "module"`.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  return folder;
}
