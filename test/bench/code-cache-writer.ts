import type { Context } from 'aws-lambda';
import { loadHandler } from './handler-loader.ts';

// Writes what V8 has compiled once the function was in use: a cache made at load lacks lazy functions.

const { createRequire, enableCompileCache, flushCompileCache } =
  process.getBuiltinModule('node:module');
const { LAMBDA_TASK_ROOT = '.', _HANDLER = '', CACHE_FOLDER = '' } = process.env;
const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

process.once('message', async (event) => {
  const handler = await loadHandler(LAMBDA_TASK_ROOT, _HANDLER);
  for (let count = 0; count < 5; count += 1) await handler(structuredClone(event), context);
  enableCompileCache(CACHE_FOLDER);
  const require = createRequire(`${LAMBDA_TASK_ROOT}/`);
  const loaded = Object.keys(require.cache).filter((file) => file.startsWith(LAMBDA_TASK_ROOT));
  for (const file of loaded) delete require.cache[file];
  for (const file of loaded) require(file);
  flushCompileCache();
  process.send?.(loaded.length);
});
