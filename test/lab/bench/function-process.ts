import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { variablesOf } from '../../../infra/local/lambda/variables.ts';
import type { LambdaFunction } from '../../../infra/local/template/lambda-function.ts';
import type { StoreStub } from './store-stub.ts';

export interface ProcessSettings {
  /** The file to run, compiled. */
  readonly script: string;
  readonly lambda: LambdaFunction;
  readonly megabytes: number;
  readonly store: StoreStub;
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether to talk with it by messages, which costs its start a little. */
  readonly channel?: boolean;
}

/** A fresh process as Lambda starts one, on one core where that can be chosen. */
export function startFunctionProcess(settings: ProcessSettings): ChildProcess {
  const { script, lambda, megabytes, store, variables, channel = false } = settings;
  const [command = '', ...args] = [
    ...pinned,
    process.execPath,
    '--expose-gc',
    '--max-http-header-size=81920',
    `--max-semi-space-size=${Math.ceil(megabytes * 0.05)}`,
    `--max-old-space-size=${Math.ceil(megabytes * 0.9)}`,
    script,
  ];
  return spawn(command, args, {
    cwd: lambda.folder,
    env: {
      ...variablesOf({ ...lambda, memoryMegabytes: megabytes }, store.url),
      NODE_EXTRA_CA_CERTS: store.certificateFile,
      ...variables,
    },
    // What a function writes costs it the writing, as on Lambda, and nobody here reads it.
    stdio: ['ignore', 'ignore', 'pipe', ...(channel ? (['ipc'] as const) : [])],
  });
}

// The last core that this process may use: the first ones get most interrupts.
function lastCore(): string {
  const allowed = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return /\d+$/.exec(allowed?.[1] ?? '')?.[0] ?? '0';
}

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;
const pinned = canPin ? ['taskset', '--cpu-list', lastCore()] : [];

export const pinning = canPin
  ? `each on core ${lastCore()} alone`
  : 'on any core, since taskset or a second core is missing';
