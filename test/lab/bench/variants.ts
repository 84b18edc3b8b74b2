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
import { readCloudAssembly } from '../../../infra/local/template/cloud-assembly.ts';
import type { LambdaFunction } from '../../../infra/local/template/lambda-function.ts';
import { bundle } from '../../../infra/stack/bundle/bundle.ts';

/** In the order of the tables. */
export const variantNames = [
  'ours',
  'our authorizer',
  'ours with the whole SDK',
  'ours, untuned',
  'without middy',
  'hand-written SigV4',
  'NodejsFunction defaults',
  'empty handler',
] as const;
export type VariantName = (typeof variantNames)[number];

export interface Variant {
  readonly name: VariantName;
  readonly lambda: LambdaFunction;
  readonly bytes: number;
  readonly event: unknown;
  /** An answer has this text if the work was done. */
  readonly expected: string;
}

const root = join(import.meta.dirname, '../../..');

/** Each builds a function in our function's place, and returns its handler. */
const builds = {
  'ours with the whole SDK': (folder: string) => {
    // The options of bundle.ts without its lean SDK.
    build('functions/create-plant/handler.ts', join(folder, 'handler.js'), {
      format: 'cjs',
      supported: { 'dynamic-import': false },
      mainFields: ['module', 'main'],
      minify: true,
    });
    copyFileSync(join(root, 'infra/stack/bundle/entry.mjs'), join(folder, 'index.mjs'));
    return 'index.handler';
  },
  'ours, untuned': (folder: string) => {
    bundle('test/lab/bench/variants/untuned.ts', folder);
    writeFileSync(join(folder, 'index.mjs'), untunedEntry);
    return 'index.handler';
  },
  'without middy': (folder: string) => {
    bundle('test/lab/bench/variants/without-middy.ts', folder);
    return 'handler.handler';
  },
  'hand-written SigV4': (folder: string) => byDefaults('hand-written', folder),
  'NodejsFunction defaults': (folder: string) => byDefaults('nodejs-function', folder),
  'empty handler': (folder: string) => byDefaults('empty', folder),
} as const;

const untunedEntry = `import { createRequire } from 'node:module';
const { handler, warmUp } = createRequire(import.meta.url)('./handler.js');
await warmUp();
export { handler };
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
    target: 'node24',
    logLevel: 'error',
    ...options,
  });
  writeFileSync(join(outfile, '../package.json'), '{"type":"commonjs"}\n');
}

/** Returns each variant, built when it is first needed: from a synthesized stack, or bundled into `folder`. */
export function variantMaker(assembly: string, folder: string) {
  const functions = [...readCloudAssembly(assembly).functions.values()];
  const functionNamed = (id: string): LambdaFunction => {
    const found = functions.find(({ name }) => name.includes(id));
    if (found === undefined) throw new Error(`The synthesized stack has no function ${id}`);
    return found;
  };
  const lambdaOf = (name: VariantName): LambdaFunction => {
    if (name === 'our authorizer') return functionNamed('Authorize');
    const ours = functionNamed('CreatePlant');
    if (name === 'ours') return ours;
    const bundled = mkdtempSync(join(folder, 'variant-'));
    return { ...ours, folder: bundled, handler: builds[name](bundled) };
  };
  const made = new Map<VariantName, Variant>();
  return (name: VariantName): Variant => {
    const lambda = made.get(name)?.lambda ?? lambdaOf(name);
    const isAuthorizer = name === 'our authorizer';
    const event = readEvent(`${isAuthorizer ? 'authorize' : 'create-plant'}/valid.json`);
    const expected = isAuthorizer ? '"isAuthorized":true' : name === 'empty handler' ? '' : 'Fern';
    const variant = { name, lambda, bytes: codeBytes(lambda.folder), event, expected };
    made.set(name, variant);
    return variant;
  };
}

export function readEvent(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, 'events', path), 'utf8'));
}

/** Of the files that a runtime reads, without maps and licences. */
function codeBytes(folder: string): number {
  return readdirSync(folder)
    .filter((file) => /\.[cm]?js$/.test(file))
    .reduce((total, file) => total + statSync(join(folder, file)).size, 0);
}
