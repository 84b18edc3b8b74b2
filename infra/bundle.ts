import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { thirdPartyNotices } from './third-party-notices.ts';

const PROJECT = dirname(import.meta.dirname);

/** Bundles the function that starts at `entry` (a path below the project) into `folder`. */
export function bundle(entry: string, folder: string): void {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: PROJECT,
    entryPoints: [entry],
    // As if built in the project, so that neither stack traces nor asset hashes depend on `folder`.
    outfile: 'handler.js',
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node24',
    // An ESM import of node:http runs all its lazy getters: 35 ms of every cold start.
    format: 'cjs',
    // ESM first: it can be tree-shaken, which makes the SDK a quarter of its size.
    mainFields: ['module', 'main'],
    minify: true,
    sourcemap: 'linked',
    sourcesContent: false,
    // Their comments name a few packages; the file below holds the licences of all.
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
  });
  mkdirSync(folder, { recursive: true });
  for (const file of outputFiles) writeFileSync(join(folder, basename(file.path)), file.contents);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(metafile));
  // Else a runtime that looks upwards may find this project's own `"type": "module"`.
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
}
