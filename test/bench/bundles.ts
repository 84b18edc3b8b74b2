import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';

/** What aws-cdk-lib/aws-lambda-nodejs asks of esbuild where its user asks for nothing. */
const nodejsFunctionDefaults: BuildOptions = { platform: 'node', target: 'node24' };

/** The options of our own bundles, for a handler that differs in code alone. */
const lean: BuildOptions = {
  ...nodejsFunctionDefaults,
  format: 'cjs',
  mainFields: ['module', 'main'],
  minify: true,
};

export const bundlings = { nodejsFunctionDefaults, lean };

/** Bundles a file of variants/ into a folder, as `index.handler`. */
export const bundleVariant = (name: string, folder: string, options: BuildOptions): void => {
  buildSync({
    absWorkingDir: import.meta.dirname,
    entryPoints: [`variants/${name}.ts`],
    outfile: join(folder, 'index.js'),
    bundle: true,
    logLevel: 'error',
    ...options,
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
};

/** What a runtime may read of a function's folder; maps and licences lie beside it. */
export const codeBytes = (folder: string, files: readonly string[]): number =>
  files
    .filter((file) => /\.[cm]?js$/.test(file))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
