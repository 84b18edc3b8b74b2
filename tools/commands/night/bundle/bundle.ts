import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { Problem } from '../../../../infra/project/problem.ts';
import { pathOf, readArguments } from '../../../shared/terminal/options.ts';
import { typed } from '../../../shared/terminal/script.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { UsageError } from '../../../shared/usage-error.ts';

const commandLine = {
  command: 'npm run night',
  help: `Writes one file that has the commands and all that they import. It runs without this clone, on Node 20 or later.

  ${typed('night', 'bundle FILE.mjs')}

Bring the file to CloudShell, the shell in AWS's console, and start it there: node FILE.mjs --help`,
  options: {},
  takesOperands: true,
} as const;

export async function bundle(args: readonly string[], { out, note }: Terminal): Promise<void> {
  const given = readArguments(args, commandLine, out);
  if (given === undefined) return;
  const [file = '', ...unexpected] = given.positionals;
  if (!file.endsWith('.mjs') || unexpected.length > 0) {
    throw new UsageError('Name one file whose name ends in .mjs, for example night.mjs.');
  }
  await writeBundle(pathOf(file));
  note(`Wrote ${file}. Bring it to CloudShell, and start it there: node ${basename(file)} --help`);
}

/** Without local tables: CloudShell has none, and its Node cannot open them. */
const withoutFolders: Plugin = {
  name: 'without-folders',
  setup({ onResolve }) {
    const path = join(import.meta.dirname, 'no-folder-target.ts');
    onResolve({ filter: /\/folder-target\.ts$/ }, () => ({ path }));
  },
};

async function writeBundle(outfile: string): Promise<void> {
  try {
    // esbuild would do it only after its work.
    mkdirSync(dirname(outfile), { recursive: true });
    await build({
      entryPoints: [join(import.meta.dirname, 'cloudshell.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      // ESM first: it can be tree-shaken.
      mainFields: ['module', 'main'],
      // Some packages are CommonJS.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      define: { bundledAs: JSON.stringify(basename(outfile)) },
      plugins: [withoutFolders],
      minify: true,
      legalComments: 'none',
      logLevel: 'silent',
    });
  } catch (error) {
    throw new Problem(`${outfile} cannot be written (${(error as Error).message}).`, {
      cause: error,
    });
  }
}
