import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { assertLean, leanSdk } from './lean-sdk.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const project = dirname(dirname(import.meta.dirname));

/** Bundles the function of `source` (a path in the project) into `folder`, with entry.mjs as its start. Returns the folder. */
export function bundle(source: string, folder: string): string {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: project,
    entryPoints: [source],
    // Pretends to be in the project, so that stack traces and asset hashes do not depend on `folder`.
    outfile: 'handler.js',
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node24',
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
    sourcesContent: false,
    // Only a few packages have such comments; the file below has the licences of all.
    legalComments: 'none',
    logLevel: 'silent',
  });
  assertLean(metafile);
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  mkdirSync(folder, { recursive: true });
  for (const file of outputFiles) writeFileSync(join(folder, basename(file.path)), file.contents);
  copyFileSync(join(import.meta.dirname, 'entry.mjs'), join(folder, 'index.mjs'));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(files));
  // Otherwise a runtime that searches parent folders may find this project's `"type": "module"`.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  return folder;
}
