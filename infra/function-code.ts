import { join } from 'node:path';
import { bundle } from './bundle/bundle.ts';
import { type FunctionName, functions } from './service.ts';

/** The folder of each function's bundle. */
export type FunctionCode = Readonly<Record<FunctionName, string>>;

/** Bundles each function into `folder`, for all stacks of an app. */
export function bundleFunctions(folder: string): FunctionCode {
  const folders = Object.entries(functions).map(([name, source]) => [
    name,
    bundle(source, join(folder, name)),
  ]);
  return Object.fromEntries(folders);
}
