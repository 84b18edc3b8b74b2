import type { Context } from 'aws-lambda';

export type Handler = (event: unknown, context: Context) => unknown;

// Not imported: an ESM import of a built-in module runs all of its lazy getters.
const { existsSync } = process.getBuiltinModule('node:fs');

/** Loads `file.export` below a folder as Lambda's runtime client does, which imports CommonJS, too. */
export async function loadHandler(folder: string, handler: string): Promise<Handler> {
  const [file, name = ''] = handler.split('.');
  const path = ['js', 'mjs', 'cjs']
    .map((extension) => `${folder}/${file}.${extension}`)
    .find(existsSync);
  if (path === undefined) throw new Error(`${folder} has no ${file}`);
  const loaded = await import(path);
  return loaded[name] ?? loaded.default[name];
}
