import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { nodeMajor } from '../../../infra/base.ts';
import { bundle } from '../../../infra/bundle/bundle.ts';
import { readCloudAssembly } from '../../../tools/local/template/cloud-assembly.ts';
import type { LambdaFunction } from '../../../tools/local/template/lambda-function.ts';

/** In the order of the tables. */
export const variantNames = [
  'ours',
  'our authorizer',
  'ours with a plain entry',
  'ours with the whole SDK',
  'without middy',
  'hand-written SigV4',
  'NodejsFunction defaults',
] as const;
export type VariantName = (typeof variantNames)[number];

export interface Variant {
  readonly name: VariantName;
  readonly lambda: LambdaFunction;
  readonly bytes: number;
  readonly event: unknown;
  /** An answer has this text if the function did its work. */
  readonly expected: string;
}

const root = join(import.meta.dirname, '../../..');

/** Each builds a function in our function's place, and returns its handler. */
const builds = {
  'ours with a plain entry': (folder: string) => {
    bundle('functions/create-plant/handler.ts', folder);
    writeFileSync(join(folder, 'index.mjs'), plainEntry);
    return 'index.handler';
  },
  'ours with the whole SDK': (folder: string) => {
    // The options of bundle.ts without its lean SDK.
    build('functions/create-plant/handler.ts', join(folder, 'handler.js'), {
      format: 'cjs',
      supported: { 'dynamic-import': false },
      mainFields: ['module', 'main'],
      minify: true,
    });
    copyFileSync(join(root, 'infra/bundle/entry.mjs'), join(folder, 'index.mjs'));
    return 'index.handler';
  },
  'without middy': (folder: string) => {
    bundle('test/lab/bench/variants/without-middy.ts', folder);
    return 'handler.handler';
  },
  'hand-written SigV4': (folder: string) => byDefaults('hand-written', folder),
  'NodejsFunction defaults': (folder: string) => byDefaults('nodejs-function', folder),
} as const;

/** entry.mjs without anything that makes it faster. */
const plainEntry = `import bundle from './handler.js';
await bundle.warmUp();
export const { handler } = bundle;
`;

/** As CDK's NodejsFunction does it without any options. */
function byDefaults(file: string, folder: string): string {
  build(`test/lab/bench/variants/${file}.ts`, join(folder, 'index.js'), {});
  return 'index.handler';
}

function build(source: string, outfile: string, options: BuildOptions): void {
  buildSync({
    absWorkingDir: root,
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    target: `node${nodeMajor}`,
    logLevel: 'error',
    ...options,
  });
  writeFileSync(join(outfile, '../package.json'), '{"type":"commonjs"}\n');
}

/** Returns each variant: from a synthesized stack, or bundled into `folder`. */
export function variantMaker(assembly: string, folder: string) {
  const { functions } = readCloudAssembly(assembly);
  const variants = variantNames.map((name): [VariantName, Variant] => {
    const isAuthorizer = name === 'our authorizer';
    const deployed = functions.get(isAuthorizer ? 'Authorize' : 'CreatePlant') as LambdaFunction;
    const lambda = { ...deployed };
    if (name in builds) {
      lambda.folder = mkdtempSync(join(folder, 'variant-'));
      lambda.handler = builds[name as keyof typeof builds](lambda.folder);
    }
    const path = `events/${isAuthorizer ? 'authorize' : 'create-plant'}/valid.json`;
    const event = JSON.parse(readFileSync(join(root, path), 'utf8'));
    const expected = isAuthorizer ? '"isAuthorized":true' : 'Fern';
    return [name, { name, lambda, bytes: codeBytes(lambda.folder), event, expected }];
  });
  const made = new Map(variants);
  return (name: VariantName) => made.get(name) as Variant;
}

/** The size of the files that a runtime reads, without maps and licences. */
function codeBytes(folder: string): number {
  return readdirSync(folder)
    .filter((file) => /\.[cm]?js$/.test(file))
    .reduce((total, file) => total + statSync(join(folder, file)).size, 0);
}
