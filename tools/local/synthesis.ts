import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { onFile, Problem } from '../../infra/base.ts';
import type { SynthesizeOptions } from '../../infra/synthesize.ts';
import { cache, keptAssembly, use } from './kept-assembly.ts';
import { compileCache } from './machine/compile-cache.ts';

export interface Assembly {
  readonly folder: string;
  /** Removes the folder, unless it is kept for other processes. */
  readonly remove: () => void;
}

export interface SynthesisOptions {
  /** A folder that synth wrote; without it, the stack is synthesized now. */
  readonly assembly?: string | undefined;
  /** Is called when a synthesis begins. */
  readonly onSynthesis?: (() => void) | undefined;
  /** Ends the synthesis. */
  readonly signal?: AbortSignal | undefined;
}

/** The given assembly, the kept one if nothing has changed, or a new one. */
export async function assemblyFrom(options: SynthesisOptions): Promise<Assembly> {
  if (options.assembly !== undefined) return { folder: options.assembly, remove: () => {} };
  const kept = keptAssembly();
  if (!kept.isWhole()) {
    options.onSynthesis?.();
    const assembly = await synthesizeInThread({}, options.signal);
    if (!kept.keep(assembly.folder)) return assembly;
    assembly.remove();
  }
  return { folder: kept.folder, remove: use(kept.folder) };
}

/** Synthesizes the stack into a temporary folder. */
export async function synthesizeInThread(
  context: SynthesizeOptions['context'] = {},
  signal?: AbortSignal,
): Promise<Assembly> {
  signal?.throwIfAborted();
  const { folder, remove } = temporaryFolder();
  const outdir = join(folder, 'assembly');
  const workerData: SynthesizeOptions = { outdir, context };
  // A thread that is stopped does not remove its own temporary folders.
  const folders = { TMPDIR: folder, TEMP: folder, TMP: folder };
  const worker = new Worker(new URL('synthesis-thread.ts', import.meta.url), {
    workerData,
    execArgv: [],
    // Otherwise esbuild starts a child process, which would outlive this thread.
    env: { ...process.env, ...compileCache, ...folders, ESBUILD_WORKER_THREADS: '0' },
  });
  signal?.addEventListener('abort', () => void worker.terminate());
  try {
    // The thread writes until it has ended; the folder can be removed only then.
    const [code] = await once(worker, 'exit');
    signal?.throwIfAborted();
    if (code !== 0) throw new Error(`its thread ended with ${code}`);
    return { folder: outdir, remove };
  } catch (error) {
    remove();
    throw error === signal?.reason ? error : synthesisError(error as Error);
  }
}

export function synthesisError(cause: Error): Problem {
  return new Problem(`The stack cannot be synthesized: ${problemOf(cause)}`, { cause });
}

/** The message of an error, if possible with its place. */
function problemOf({ message, name, stack = '' }: Error): string {
  // A syntax error has its place only before its stack: a path or a URL with the line, then a mark below the column.
  const [, place, before = ''] =
    /^((?:file:|\/|[A-Z]:\\).+:\d+)\n(?:.*\n)*?( *)\^/im.exec(stack) ?? [];
  if (place !== undefined) return `${message} (${place}:${before.length + 1})`;
  const [frame] = /file:(?!.*node_modules)[^ ()]+:\d+:\d+/.exec(stack) ?? [];
  const isMistake = ['TypeError', 'ReferenceError'].includes(name);
  return isMistake && frame !== undefined ? `${message} (${frame})` : message;
}

/** Beside the kept assemblies, because an assembly cannot be moved from another file system. */
export function temporaryFolder(): Assembly {
  const folder = onFile(cache, 'written', () => {
    mkdirSync(cache, { recursive: true });
    return mkdtempSync(join(cache, `${process.pid}-`));
  });
  const endUse = use(folder);
  return {
    folder,
    remove() {
      endUse();
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      } catch {
        // Windows cannot delete a folder that a process uses. A later process deletes it.
      }
    },
  };
}
