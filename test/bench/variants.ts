import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCloudAssembly } from '../../infra/emulator/template/cloud-assembly.ts';
import type { LambdaFunction } from '../../infra/emulator/template/lambda-function.ts';
import { bundleAsOurs, bundleByDefaults, codeBytes } from './bundles.ts';

export type VariantName = (typeof variantNames)[number];

/** In the order of the table. */
export const variantNames = [
  'ours',
  'ours + code cache',
  'our authorizer',
  'empty handler',
  'hand-written SigV4',
  'without middy',
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
  /** What Lambda would not set. */
  readonly variables?: Readonly<Record<string, string>>;
}

const files = {
  'empty handler': 'empty',
  'hand-written SigV4': 'hand-written',
  'without middy': 'without-middy',
  'NodejsFunction defaults': 'nodejs-function',
  'ajv at start': 'ajv-at-start',
  'Powertools demo': 'powertools',
  hono: 'hono',
  express: 'express',
} as const;

/** Makes each variant once it is asked for: those of a synthesized stack, or bundled into `folder`. */
export function variantMaker(assembly: string, folder: string, cache: string) {
  const { functions } = readCloudAssembly(assembly);
  const create = functionNamed(functions, 'CreatePlant');
  const event = readEvent('create-plant/valid.json');
  const make = (name: VariantName): Variant => {
    if (name === 'ours') return { name, ...sized(create), event, accepts: isCreated };
    if (name === 'ours + code cache') {
      return { ...make('ours'), name, variables: { NODE_COMPILE_CACHE: cache } };
    }
    if (name === 'our authorizer') {
      const authorize = functionNamed(functions, 'Authorize');
      const tokenEvent = readEvent('authorize/valid.json');
      return { name, ...sized(authorize), event: tokenEvent, accepts: isAllowed };
    }
    const accepts = name === 'empty handler' ? isOk : isCreated;
    return { name, ...sized(bundled(files[name], create, folder)), event, accepts };
  };
  const made = new Map<VariantName, Variant>();
  return (name: VariantName): Variant => {
    const variant = made.get(name) ?? make(name);
    made.set(name, variant);
    return variant;
  };
}

/** A handler of others in our function's place. */
function bundled(file: string, ours: LambdaFunction, folder: string): LambdaFunction {
  const own = join(folder, file);
  const handler = (file === 'without-middy' ? bundleAsOurs : bundleByDefaults)(file, own);
  const { NODE_OPTIONS: _, ...environment } = ours.environment;
  return { ...ours, folder: own, handler, environment };
}

export function readEvent(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../events', path), 'utf8'));
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
