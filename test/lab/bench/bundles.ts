import { copyFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundle } from '../../../infra/stack/bundle/bundle.ts';

/** Bundles a file of variants/ as NodejsFunction does where its user asks for nothing; gives its handler. */
export function bundleByDefaults(name: string, folder: string): string {
  buildSync({
    absWorkingDir: import.meta.dirname,
    entryPoints: [`variants/${name}.ts`],
    outfile: join(folder, 'index.js'),
    bundle: true,
    // What aws-cdk-lib/aws-lambda-nodejs passes to esbuild.
    platform: 'node',
    target: 'node24',
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  return 'index.handler';
}

/** Bundles one that exports `warmUp`, too, by the same defaults, but started as our functions are. */
export function bundleBehindOurEntry(name: string, folder: string): string {
  const handler = bundleByDefaults(name, folder);
  renameSync(join(folder, 'index.js'), join(folder, 'handler.js'));
  copyFileSync(
    join(import.meta.dirname, '../../../infra/stack/bundle/entry.mjs'),
    join(folder, 'index.mjs'),
  );
  return handler;
}

/** Bundles one as our functions are, but without our entry, for what differs in code alone. */
export function bundleAsOurs(name: string, folder: string): string {
  bundle(`test/lab/bench/variants/${name}.ts`, folder);
  return 'handler.handler';
}

/** Bundles one as our functions are, behind the entry that they had before it knew of Node's flags. */
export function bundleUntuned(name: string, folder: string): string {
  bundleAsOurs(name, folder);
  writeFileSync(join(folder, 'index.mjs'), untunedEntry);
  return 'index.handler';
}

const untunedEntry = `import { createRequire } from 'node:module';
const { handler, warmUp } = createRequire(import.meta.url)('./handler.js');
await warmUp();
export { handler };
`;

/** What a runtime may read of a function's folder; maps and licences lie beside it. */
export function codeBytes(folder: string, files: readonly string[]): number {
  return files
    .filter((file) => /\.[cm]?js$/.test(file))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}
