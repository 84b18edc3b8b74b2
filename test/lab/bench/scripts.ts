import { join } from 'node:path';
import { build } from 'esbuild';

/** What runs in the measured processes, compiled: stripping types at each start would take its time, too. */
export async function compileScripts(folder: string): Promise<void> {
  await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: ['runtime.ts', 'driver.ts'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
  });
}

export type Script = 'runtime' | 'driver';

export function scriptPath(folder: string, script: Script): string {
  return join(folder, `${script}.mjs`);
}
