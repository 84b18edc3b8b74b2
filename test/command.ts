import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { compileCache } from '../tools/local/machine/compile-cache.ts';

export type Command = ReturnType<typeof run>;

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** False: its stdout is closed before the first line. */
  readonly reads?: boolean;
  /** Gets the function that ends it. */
  readonly whenDone?: (end: () => Promise<void>) => void;
}

/** Runs a file of this project as npm does, without the environment of this process. */
export function run(file: string, args: readonly string[], options: RunOptions = {}) {
  const { env, reads = true, whenDone = onTestFinished } = options;
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (!reads) child.stdout.destroy();
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const ended = once(child, 'close').then(([code]) => {
    return { code: code as number | null, stdout, stderr };
  });
  // Windows removes no folder in which a process works.
  whenDone(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    /** What it has written to stderr until now. */
    notes: () => stderr,
    /** Waits until it has printed this text, and returns all that it has printed. */
    prints: (text: string) =>
      new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
        const check = () => (stdout + stderr).includes(text) && resolve({ stdout, stderr });
        for (const stream of [child.stdout, child.stderr]) stream.on('data', check);
        check();
        void ended.then(() =>
          reject(new Error(`It ended without ${JSON.stringify(text)}: ${stderr}`)),
        );
      }),
    ended,
    signal: (name: NodeJS.Signals) => child.kill(name),
  };
}
