import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  type BuildFailure,
  type BuildOptions,
  type BuildResult,
  buildSync,
  context,
} from 'esbuild';
import { nodeMajor, Problem } from '../base.ts';
import { assertLean, leanSdk } from './lean-sdk.ts';

const project = dirname(dirname(import.meta.dirname));

/** Bundles the function of `source` (a path in the project) into `folder`, with entry.mjs as its start. Returns the folder. */
export function bundle(source: string, folder: string, sourceRoot?: string): string {
  try {
    write(buildSync(optionsFor(source, sourceRoot)), folder);
    return folder;
  } catch (error) {
    throw problemOf(error as BuildFailure);
  }
}

/** Bundles a function again and again, fast: esbuild keeps the files that have not changed. */
export async function openBundle(source: string, sourceRoot: string) {
  const { dispose, rebuild } = await context(optionsFor(source, sourceRoot));
  const read = await rebuild().catch(() => undefined);
  let files = read && Object.keys(read.metafile.inputs);
  return {
    /** Whether it uses one of these files or folders. */
    uses: (paths: readonly string[]) =>
      files?.some((file) => paths.some((path) => `${file}/`.startsWith(`${path}/`))) ?? true,
    async build(folder: string): Promise<void> {
      const result = await rebuild().catch((error) => Promise.reject(problemOf(error)));
      files = Object.keys(result.metafile.inputs);
      write(result, folder);
    },
    close: dispose,
  };
}

/** The first error, with its place. The other ones are often its consequences. */
function problemOf(error: Error & Partial<BuildFailure>): Error {
  const [first] = error.errors ?? [];
  if (first === undefined) return error;
  const { location, text } = first;
  const place = location ? `${location.file}:${location.line}:${location.column + 1}: ` : '';
  return new Problem(`${place}${text}`, { cause: error });
}

/** The map of a deployed bundle has paths in the project. A debugger needs a source root, the URL of the project. */
function optionsFor(source: string, sourceRoot = '') {
  return {
    absWorkingDir: project,
    entryPoints: [source],
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
    ...leanSdk,
    minify: true,
    metafile: true,
    sourcemap: 'linked',
    sourceRoot,
    sourcesContent: false,
    // Licences ask for their text where code is handed on, which a deploy is not.
    legalComments: 'none',
    logLevel: 'silent',
  } satisfies BuildOptions;
}

type Built = BuildResult<ReturnType<typeof optionsFor>>;

function write({ metafile, outputFiles }: Built, folder: string): void {
  assertLean(metafile);
  mkdirSync(folder, { recursive: true });
  for (const file of outputFiles) writeFileSync(join(folder, basename(file.path)), file.contents);
  copyFileSync(join(import.meta.dirname, 'entry.mjs'), join(folder, 'index.mjs'));
  // Otherwise a runtime that searches parent folders can find this project's `"type": "module"`.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
}
