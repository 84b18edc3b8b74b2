import { join } from 'node:path';
import { bundle } from './bundle/bundle.ts';

/** Where the bundle of each function lies. */
export type FunctionCode = ReturnType<typeof bundleFunctions>;

/** Once for all stacks of an app: a stack copies what it deploys. Each entry exports `handler`, and `warmUp` if it has to be quick. */
export function bundleFunctions(folder: string) {
  return {
    createPlant: bundled('functions/create-plant/handler.ts', join(folder, 'create-plant')),
    authorize: bundled('functions/authorize/handler.ts', join(folder, 'authorize')),
    verifyRelease: bundled('functions/verify-release/handler.ts', join(folder, 'verify-release')),
  };
}

function bundled(entry: string, folder: string): string {
  bundle(entry, folder);
  return folder;
}
