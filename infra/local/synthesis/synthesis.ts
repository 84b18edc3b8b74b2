import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { onFile, Problem } from '../../problem.ts';
import type { SynthesizeOptions } from '../../stack/synthesize.ts';
import { compileCache } from '../machine/compile-cache.ts';
import { keptAssembly } from './kept-assembly.ts';

export interface Assembly {
  readonly folder: string;
  readonly remove: () => void;
}

/** A folder that synth wrote before, a copy of the last synthesis if nothing has changed, or a new one. */
export async function assemblyFrom(
  folder: string | undefined,
  signal?: AbortSignal,
  onSynthesis?: () => () => void,
): Promise<Assembly> {
  if (folder !== undefined) return { folder, remove: () => {} };
  const kept = keptAssembly();
  const temporary = temporaryFolder();
  const copy = join(temporary.folder, 'assembly');
  if (kept.copyTo(copy)) return { ...temporary, folder: copy };
  temporary.remove();
  const end = onSynthesis?.();
  try {
    const assembly = await synthesizeInThread({ signal });
    kept.keep(assembly.folder);
    return assembly;
  } finally {
    end?.();
  }
}

interface Conditions {
  readonly context?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
}

/** Synthesizes the stack into a temporary folder. The caller removes it; otherwise it is removed when the process ends. */
export async function synthesizeInThread({
  context = {},
  signal,
}: Conditions = {}): Promise<Assembly> {
  const { folder, remove } = temporaryFolder();
  const outdir = join(folder, 'assembly');
  try {
    await runThread({ outdir, context }, folder, signal);
    return { folder: outdir, remove };
  } catch (error) {
    remove();
    signal?.throwIfAborted();
    throw synthesisError(error as Error);
  }
}

export function synthesisError(cause: Error): Problem {
  const where = cause instanceof SyntaxError ? placeIn(cause) : undefined;
  const problem = where === undefined ? cause.message : `${cause.message} (${where})`;
  return new Problem(`The stack cannot be synthesized: ${problem}`, { cause });
}

/** `file:line`. A syntax error has it only in the line before its stack, as a path or a URL. */
export function placeIn(
  { stack = '' }: SyntaxError,
  windows = process.platform === 'win32',
): string | undefined {
  const [, file, line] = /^(file:\/\/.+|\/.+|[A-Z]:\\.+):(\d+)\n/i.exec(stack) ?? [];
  if (file === undefined) return undefined;
  return `${file.startsWith('file:') ? fileURLToPath(file, { windows }) : file}:${line}`;
}

/** Windows cannot delete a folder that a process uses, and this process may end first. */
const inUse = ['EBUSY', 'ENOTEMPTY', 'EPERM'];

export function temporaryFolder(): Assembly {
  const folder = mkdtempIn(tmpdir());
  const remove = () => {
    process.off('exit', remove);
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      if (!inUse.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  };
  process.once('exit', remove);
  return { folder, remove };
}

function mkdtempIn(parent: string): string {
  return onFile(`A temporary folder in ${parent}`, 'created', () =>
    mkdtempSync(join(parent, 'plant-store-')),
  );
}

async function runThread(
  workerData: SynthesizeOptions,
  temporary: string,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  // A thread that is stopped does not remove its own temporary folders.
  const folders = { TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  const worker = new Worker(new URL('synthesis-thread.ts', import.meta.url), {
    workerData,
    execArgv: [],
    // Otherwise esbuild starts a child process, which would outlive this thread.
    env: { ...process.env, ...compileCache, ...folders, ESBUILD_WORKER_THREADS: '0' },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.once('message', () => resolve());
  worker.once('error', reject);
  // The thread writes until it has ended; the folder can be removed only then.
  const stop = () => void worker.terminate().then(() => reject(signal?.reason));
  signal?.addEventListener('abort', stop);
  await promise.finally(() => signal?.removeEventListener('abort', stop));
}
