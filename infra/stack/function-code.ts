import { join } from 'node:path';
import { bundle } from './bundle/bundle.ts';

/** The folder of each function's bundle. */
export type FunctionCode = ReturnType<typeof bundleFunctions>;

/** Bundles each function into `folder`, for all stacks of an app. An entry exports `handler`, and `warmUp` if clients wait for it. */
export function bundleFunctions(folder: string) {
  return {
    createPlant: bundled('functions/create-plant/handler.ts', join(folder, 'create-plant')),
    authorize: bundled('functions/authorize/handler.ts', join(folder, 'authorize')),
    probe: bundled('functions/probe/handler.ts', join(folder, 'probe')),
    verifyRelease: bundled('functions/verify-release/handler.ts', join(folder, 'verify-release')),
  };
}

function bundled(entry: string, folder: string): string {
  bundle(entry, folder);
  return folder;
}
