import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface LocalService {
  readonly pid: number;
  readonly url: string;
  readonly token: string;
  readonly dynamodb: string;
  readonly tables: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const ports = ['--port', '--dynamodb-port', '--docs-port'].flatMap((option) => [option, '0']);

/** What `npm start` serves, in a process of its own, on tables in memory. */
export async function startLocalService(assembly: string): Promise<LocalService> {
  const args = [
    'infra/commands/start/main.ts',
    '--json',
    '--memory',
    '--assembly',
    assembly,
    ...ports,
  ];
  // Its line for each request goes nowhere, as with `npm start 2> /dev/null`.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The local service ended (${code})`);
  });
  ended.catch(() => {});
  process.once('exit', () => child.kill());
  const line = await Promise.race([firstLine(child.stdout), ended]);
  return { ...JSON.parse(line), pid: child.pid, close: () => stop(child) };
}

async function firstLine(stream: Readable): Promise<string> {
  const [line] = await once(createInterface(stream), 'line');
  return line;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
