import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundle } from '../../infra/bundle/bundle.ts';

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

/** Bundles one as our functions are, for what differs in code alone. */
export function bundleAsOurs(name: string, folder: string): string {
  bundle(`test/bench/variants/${name}.ts`, folder);
  return 'handler.handler';
}

/** What a runtime may read of a function's folder; maps and licences lie beside it. */
export function codeBytes(folder: string, files: readonly string[]): number {
  return files
    .filter((file) => /\.[cm]?js$/.test(file))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}
