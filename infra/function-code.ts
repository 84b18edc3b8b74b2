import { join } from 'node:path';
import { bundle } from './bundle/bundle.ts';

/** The file of each function, by its name in the template. It exports `handler`, and `warmUp` if clients wait for it. */
export const entries = {
  CreatePlant: 'functions/create-plant/handler.ts',
  Authorize: 'functions/authorize/handler.ts',
  Probe: 'functions/probe/handler.ts',
} as const;

/** The folder of each function's bundle. */
export type FunctionCode = Readonly<Record<keyof typeof entries, string>>;

/** Bundles each function into `folder`, for all stacks of an app. */
export function bundleFunctions(folder: string, sourceRoot?: string): FunctionCode {
  const folders = Object.entries(entries).map(([name, source]) => [
    name,
    bundle(source, join(folder, name), sourceRoot),
  ]);
  return Object.fromEntries(folders);
}
