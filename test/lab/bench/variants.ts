import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCloudAssembly } from '../../../infra/local/template/cloud-assembly.ts';
import type { LambdaFunction } from '../../../infra/local/template/lambda-function.ts';
import {
  bundleAsOurs,
  bundleBehindOurEntry,
  bundleByDefaults,
  bundleUntuned,
  codeBytes,
} from './bundles.ts';

export type VariantName = (typeof variantNames)[number];

/** In the order of the table. */
export const variantNames = [
  'ours',
  'our authorizer',
  'ours, untuned',
  'without middy',
  'empty handler',
  'hand-written SigV4',
  'hand-written + our entry',
  'NodejsFunction defaults',
  'ajv at start',
  'Powertools demo',
  'hono',
  'express',
] as const;

export interface Variant {
  readonly name: VariantName;
  readonly lambda: LambdaFunction;
  readonly bytes: number;
  readonly event: unknown;
  /** Whether an answer shows that the work was done. */
  readonly accepts: (payload: string) => boolean;
}

type Build = (file: string, folder: string) => string;

const bundled: Readonly<
  Record<Exclude<VariantName, 'ours' | 'our authorizer'>, readonly [file: string, build: Build]>
> = {
  'ours, untuned': ['untuned', bundleUntuned],
  'without middy': ['without-middy', bundleAsOurs],
  'empty handler': ['empty', bundleByDefaults],
  'hand-written SigV4': ['hand-written', bundleByDefaults],
  'hand-written + our entry': ['hand-written', bundleBehindOurEntry],
  'NodejsFunction defaults': ['nodejs-function', bundleByDefaults],
  'ajv at start': ['ajv-at-start', bundleByDefaults],
  'Powertools demo': ['powertools', bundleByDefaults],
  hono: ['hono', bundleByDefaults],
  express: ['express', bundleByDefaults],
};

/** Makes each variant once it is asked for: those of a synthesized stack, or bundled into `folder`. */
export function variantMaker(assembly: string, folder: string) {
  const { functions } = readCloudAssembly(assembly);
  const create = functionNamed(functions, 'CreatePlant');
  const event = readEvent('create-plant/valid.json');
  const make = (name: VariantName): Variant => {
    if (name === 'ours') return { name, ...sized(create), event, accepts: isCreated };
    if (name === 'our authorizer') {
      const authorize = functionNamed(functions, 'Authorize');
      const tokenEvent = readEvent('authorize/valid.json');
      return { name, ...sized(authorize), event: tokenEvent, accepts: isAllowed };
    }
    const [file, build] = bundled[name];
    const accepts = name === 'empty handler' ? isOk : isCreated;
    return { name, ...sized(inPlaceOf(create, file, build, folder)), event, accepts };
  };
  const made = new Map<VariantName, Variant>();
  return (name: VariantName): Variant => {
    const variant = made.get(name) ?? make(name);
    made.set(name, variant);
    return variant;
  };
}

/** A handler of variants/ in our function's place. */
function inPlaceOf(ours: LambdaFunction, file: string, build: Build, parent: string) {
  const folder = mkdtempSync(join(parent, `${file}-`));
  return { ...ours, folder, handler: build(file, folder) };
}

export function readEvent(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../events', path), 'utf8'));
}

function functionNamed(functions: ReadonlyMap<string, LambdaFunction>, id: string) {
  const found = [...functions.values()].find(({ name }) => name.includes(id));
  if (found === undefined) throw new Error(`The synthesized stack has no function ${id}`);
  return found;
}

function sized(lambda: LambdaFunction) {
  return {
    lambda,
    bytes: codeBytes(lambda.folder, readdirSync(lambda.folder)),
  };
}

function isOk(payload: string): boolean {
  return JSON.parse(payload).statusCode === 200;
}

function isAllowed(payload: string): boolean {
  return JSON.parse(payload).isAuthorized === true;
}

function isCreated(payload: string): boolean {
  return isOk(payload) && JSON.parse(JSON.parse(payload).body).name === 'Fern';
}
