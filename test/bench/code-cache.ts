import { once } from 'node:events';
import { startFunctionProcess } from './function-process.ts';
import type { StoreStub } from './store-stub.ts';
import type { Variant } from './variants.ts';

/** Writes the code cache of a function as this very Node accepts it, into a folder. */
export async function writeCodeCache(
  script: string,
  store: StoreStub,
  { lambda, event }: Variant,
  folder: string,
): Promise<void> {
  const child = startFunctionProcess({
    script,
    lambda,
    megabytes: lambda.memoryMegabytes,
    store,
    channel: true,
    variables: { CACHE_FOLDER: folder },
  });
  child.stderr?.pipe(process.stderr);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`No code cache could be written (${code})`);
  });
  ended.catch(() => {});
  try {
    child.send(event as object);
    const [modules] = await Promise.race([once(child, 'message'), ended]);
    if (modules === 0) throw new Error('The bundle loads no CommonJS module that could be cached');
  } finally {
    child.kill('SIGKILL');
  }
}
