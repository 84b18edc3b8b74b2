import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

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

/** Runs a file of infra/commands as npm does, without the environment of this process. */
export function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Command {
  const path = fileURLToPath(new URL(`../../../../infra/commands/${file}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  return {
    pid: child.pid ?? 0,
    output: () => ({ stdout, stderr }),
    ended: new Promise((resolve) => {
      child.on('close', (code) => resolve({ code, stdout, stderr }));
    }),
    signal: (name) => child.kill(name),
  };
}
