import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFailed, onTestFinished } from 'vitest';
import { compileCache } from './compile-cache.ts';
import { inTime } from './in-time.ts';
import { oncePerProcess } from './once.ts';

export type Command = ReturnType<typeof startCommand>;

export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** False: its stdout is closed before the first line. */
  readonly reads?: boolean;
  /** Gets the function that ends it. */
  readonly whenDone?: (end: () => Promise<void>) => void;
}

/** A process that ends what is still running when this one has gone without its hooks. */
const orphans = oncePerProcess('the guard of processes', () => {
  const file = fileURLToPath(import.meta.resolve('./orphans.ts'));
  const watcher = spawn(process.execPath, [file], { stdio: ['pipe', 'ignore', 'inherit'] });
  watcher.unref();
  // Nor does its pipe keep the worker alive.
  (watcher.stdin as Socket).unref();
  // A process can end after the last hook.
  watcher.stdin.on('error', () => {});
  return watcher;
});

/** Starts a file of this project as npm does, without the environment of this process. */
export function startCommand(file: string, args: readonly string[], options: CommandOptions = {}) {
  const { env, reads = true, whenDone = onTestFinished } = options;
  if (whenDone === onTestFinished)
    onTestFailed(() => console.log(`${file} ${args.join(' ')} printed:`, printed));
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  orphans.stdin.write(`started ${child.pid}\n`);
  child.once('exit', () => orphans.stdin.write(`ended ${child.pid}\n`));
  if (!reads) child.stdout.destroy();
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (data) => {
      printed[name] += data;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    ...printed,
  }));
  // Windows removes no folder in which a process works.
  whenDone(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const until = (text: string, read: () => string) => {
    const found = new Promise<typeof printed>((resolve, reject) => {
      const check = () => read().includes(text) && resolve({ ...printed });
      for (const stream of [child.stdout, child.stderr]) stream.on('data', check);
      check();
      void ended.then(() =>
        reject(new Error(`It ended without ${JSON.stringify(text)}: ${printed.stderr}`)),
      );
    });
    return inTime(found, `${file} prints ${JSON.stringify(text)}`);
  };
  return {
    /** What it has written to stderr until now. */
    notes: () => printed.stderr,
    /** Waits until it has printed this text, and returns all that it has printed. */
    prints: (text: string) => until(text, () => printed.stdout + printed.stderr),
    /** Waits for its first line on stdout. */
    line: async () => `${(await until('\n', () => printed.stdout)).stdout.split('\n', 1)}`,
    /** Waits for its end. */
    ends: () => inTime(ended, `the end of ${file}`),
    signal: (name: NodeJS.Signals) => child.kill(name),
  };
}
