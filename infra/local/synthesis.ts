import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export type Assembly = { readonly folder: string; readonly remove: () => void };

class SynthesisError extends Error {
  override name = 'SynthesisError';
}

/** A folder that synth wrote before, or else one that it writes now. */
export async function assemblyFrom(folder: string | undefined): Promise<Assembly> {
  return folder === undefined ? synthesizeAside() : { folder, remove: () => {} };
}

/** Synthesizes the stack into a temporary folder, which whoever asked removes. */
export async function synthesizeAside(
  context: Readonly<Record<string, unknown>> = {},
): Promise<Assembly> {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('synthesis-thread.ts', import.meta.url), {
        workerData: { outdir: folder, context },
        execArgv: [],
      });
      worker.once('message', () => resolve());
      worker.once('error', reject);
    });
    return { folder, remove };
  } catch (error) {
    remove();
    throw new SynthesisError(`The stack cannot be synthesized: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
