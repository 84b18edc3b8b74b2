import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Handler = (event: unknown, context: object) => unknown;

/** Finds `folder/file.name` as Lambda does: `.js`, `.mjs` or `.cjs`. The name may be nested. */
export async function loadHandler(taskRoot: string, handler: string): Promise<Handler> {
  const [, file = '', name = ''] = /^(.*?)\.([^/]+)$/.exec(handler) ?? [];
  const path = ['.js', '.mjs', '.cjs']
    .map((extension) => join(taskRoot, `${file}${extension}`))
    .find((candidate) => existsSync(candidate));
  if (!path) throw new Error(`Cannot find the module of the handler ${handler}`);
  const found = name
    .split('.')
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      await load(path),
    );
  if (typeof found !== 'function') throw new Error(`${handler} is undefined or not exported`);
  return found as Handler;
}

async function load(path: string): Promise<unknown> {
  if (path.endsWith('.mjs')) return import(pathToFileURL(path).href);
  try {
    // import() would read a CommonJS file twice.
    return createRequire(path)(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;
    return import(pathToFileURL(path).href);
  }
}
