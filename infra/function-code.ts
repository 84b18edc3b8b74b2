import { join } from 'node:path';
import { bundle } from './bundle/bundle.ts';

/** The folder of each function's bundle. */
export type FunctionCode = ReturnType<typeof bundleFunctions>;

/** Bundles each function into `folder`, for all stacks of an app. An entry exports `handler`, and `warmUp` if clients wait for it. */
export function bundleFunctions(folder: string) {
  const bundled = (name: string, entry = `${name}/handler.ts`) =>
    bundle(`functions/${entry}`, join(folder, name));
  return {
    createPlant: bundled('create-plant'),
    authorize: bundled('authorize'),
    probe: bundled('probe', 'checks/probe-handler.ts'),
    verifyRelease: bundled('verify-release', 'checks/verify-release-handler.ts'),
  };
}
