import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { type FunctionName, functions } from '../../functions/service.ts';
import { Problem } from './problem.ts';
import { projectFolder } from './project-folder.ts';

/** The version of Node for which functions are bundled, and on which they run. package.json has that of this machine. */
export const nodeMajor = 24;

/** What Lambda starts: the export `handler` of index.mjs, which is a copy of entry.mjs. */
export const entry = 'index.handler';

/** The folder of each function's bundle. */
export type FunctionCode = Readonly<Record<FunctionName, string>>;

/** Bundles each function into a folder below this one, with entry.mjs as its start. */
export function bundleFunctions(folder: string): FunctionCode {
  const folders = Object.entries(functions).map(([name, { file }]) => [
    name,
    write(compile(file), join(folder, name)),
  ]);
  return Object.fromEntries(folders);
}

/** Bundles the function of `source`, a path in the project, in memory. Throws a Problem with the place of each mistake. */
export function compile(source: string) {
  try {
    return buildSync({ ...buildOptions, entryPoints: [source] });
  } catch (error) {
    throw new Problem((error as Error).message, { cause: error });
  }
}

/** For esbuild. */
export const buildOptions = {
  absWorkingDir: projectFolder,
  // Pretends to be in the project, so that stack traces and asset hashes do not depend on `folder`.
  outfile: 'handler.js',
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
  sourcemap: 'linked',
  sourcesContent: false,
  // Licences ask for their text where code is handed on, which a deploy is not.
  legalComments: 'none',
  logLevel: 'silent',
} satisfies BuildOptions & { write: false };

function write({ outputFiles }: ReturnType<typeof compile>, folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const file of outputFiles) writeFileSync(join(folder, basename(file.path)), file.contents);
  copyFileSync(join(import.meta.dirname, 'entry.mjs'), join(folder, 'index.mjs'));
  // Otherwise a runtime that searches parent folders can find this project's `"type": "module"`.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  return folder;
}
