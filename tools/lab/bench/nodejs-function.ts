import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { nodeMajor } from '../../../infra/build/bundle.ts';
import type { DeployedFunction } from '../../test/setup/deployed-function.ts';
import type { Measured } from './measured.ts';

/** A function as CDK's NodejsFunction bundles it, without any options or with these. */
export function bundleAsNodejsFunction(
  measured: Measured,
  ours: DeployedFunction,
  parent: string,
  options: BuildOptions = {},
): DeployedFunction {
  const folder = mkdtempSync(join(parent, 'nodejs-function-'));
  buildSync({
    // Without `warmUp`, which its bundle does not call.
    stdin: { contents: `export { handler } from './${measured.file}';`, resolveDir: '.' },
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    target: `node${nodeMajor}`,
    logLevel: 'error',
    ...options,
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return { ...ours, folder };
}
