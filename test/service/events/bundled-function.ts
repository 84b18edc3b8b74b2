import { createRequire } from 'node:module';
import { join } from 'node:path';
import { vi } from 'vitest';
import { functionFolder } from '../../setup/synthesized.ts';

/** The handler of a bundle that synth wrote, loaded again, as a new instance of the function does. */
export function bundledHandler(id: string, environment: Record<string, string>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const require = createRequire(import.meta.url);
  const path = join(functionFolder(id), 'handler.js');
  delete require.cache[path];
  return require(path).handler;
}
