import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface LocalService {
  readonly url: string;
  readonly token: string;
  readonly dynamodb: string;
  readonly tables: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const ports = ['--port', '--dynamodb-port', '--docs-port'].flatMap((option) => [option, '0']);

/** What `npm start` serves, in a process of its own, on tables in memory. */
export const startLocalService = async (assembly: string): Promise<LocalService> => {
  const args = ['infra/local/main.ts', '--json', '--memory', '--assembly', assembly, ...ports];
  // Its line for each request goes nowhere, as with `npm start 2> /dev/null`.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The local service ended (${code})`);
  });
  ended.catch(() => {});
  process.once('exit', () => child.kill());
  const line = await Promise.race([firstLine(child.stdout), ended]);
  return { ...JSON.parse(line), close: () => stop(child) };
};

const firstLine = async (stream: Readable): Promise<string> => {
  const [line] = await once(createInterface(stream), 'line');
  return line;
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};
