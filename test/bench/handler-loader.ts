import type { Context } from 'aws-lambda';

export type Handler = (event: unknown, context: Context) => unknown;

// Not imported: an ESM import of a built-in module runs all of its lazy getters.
const { existsSync } = process.getBuiltinModule('node:fs');
const { createRequire } = process.getBuiltinModule('node:module');

/** Loads `file.export` below a folder as Lambda does: a module by import(), all else by require(). */
export const loadHandler = async (folder: string, handler: string): Promise<Handler> => {
  const [file, name = ''] = handler.split('.');
  const path = ['js', 'mjs', 'cjs']
    .map((extension) => `${folder}/${file}.${extension}`)
    .find(existsSync);
  if (path === undefined) throw new Error(`${folder} has no ${file}`);
  const loaded = path.endsWith('.mjs') ? await import(path) : createRequire(path)(path);
  return loaded[name];
};
