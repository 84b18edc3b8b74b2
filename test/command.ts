import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { compileCache } from '../infra/local/machine/compile-cache.ts';

export interface Command {
  readonly pid: number;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<{
    readonly code: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
  readonly signal: (name: NodeJS.Signals) => void;
}

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** False: its stdout is closed before the first line. */
  readonly reads?: boolean;
}

/** Runs a file of this project as npm does, without the environment of this process. */
export function run(
  file: string,
  args: readonly string[],
  { env, reads = true }: RunOptions = {},
): Command {
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
  const ended: Command['ended'] = new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  // Windows removes no folder in which a process works.
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    output: () => ({ stdout, stderr }),
    ended,
    signal: (name) => child.kill(name),
  };
}
