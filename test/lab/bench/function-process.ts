import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { buildSync } from 'esbuild';
import { nodeMajor } from '../../../infra/base.ts';
import { variablesOf } from '../../../tools/local/lambda/variables.ts';
import type { CpuQuota } from './cpu-quota.ts';
import type { StoreStub } from './store-stub.ts';
import type { Variant } from './variants.ts';

export interface Bench {
  /** The compiled runtime.ts. */
  readonly runtime: string;
  readonly store: StoreStub;
  readonly quota: CpuQuota | undefined;
}

/** Compiles runtime.ts, because stripping its types would take part of each start. Returns the file. */
export function compileRuntime(folder: string): string {
  const outfile = join(folder, 'runtime.mjs');
  const source = join(import.meta.dirname, 'runtime.ts');
  const target = `node${nodeMajor}`;
  buildSync({ entryPoints: [source], outfile, format: 'esm', platform: 'node', target });
  return outfile;
}

/** Starts a process as Lambda does, on one core if that can be chosen. Its init is over when this returns. */
export async function launch(
  { runtime, store, quota }: Bench,
  { lambda, event, expected, name }: Variant,
  megabytes: number,
) {
  const [command = '', ...args] = [
    ...pinned,
    process.execPath,
    '--expose-gc',
    '--max-http-header-size=81920',
    `--max-semi-space-size=${Math.ceil(megabytes * 0.05)}`,
    `--max-old-space-size=${Math.ceil(megabytes * 0.9)}`,
    runtime,
  ];
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd: lambda.folder,
    env: {
      ...variablesOf({ ...lambda, memoryMegabytes: megabytes }, store.url),
      NODE_EXTRA_CA_CERTS: store.certificateFile,
    },
    // Writing its logs costs the function time, as on Lambda. Nobody reads them.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  const closed = once(child, 'close');
  const failed = closed.then(() => Promise.reject(new Error(`${name} ended: ${errors}`)));
  failed.catch(() => {});
  const pipe = child.stdio[3] as Duplex;
  const lines = createInterface(pipe.on('error', () => {}));
  const nextLine = async (): Promise<string> => {
    const [line] = await Promise.race([once(lines, 'line'), failed]);
    return line;
  };
  const send = (message: unknown): Promise<string> => {
    const line = nextLine();
    pipe.write(`${JSON.stringify(message)}\n`);
    return line;
  };
  // Calls the handler, and returns the milliseconds until the answer is here.
  const invoke = async (): Promise<number> => {
    const before = performance.now();
    const answer = await send(event);
    const milliseconds = performance.now() - before;
    if (!answer.includes(expected)) throw new Error(`${name} answered ${answer} ${errors}`);
    return milliseconds;
  };
  const heap = async () => Number(await send(null));
  await nextLine();
  // Init has a full core, as on Lambda.
  const init = performance.now() - startedAt;
  const removeQuota = quota?.(Number(child.pid), megabytes);
  const end = async () => {
    // So it cannot write a code cache at its end.
    child.kill('SIGKILL');
    await closed;
    removeQuota?.();
  };
  return { init, invoke, heap, end };
}

// The last core that this process may use, because the first ones get most interrupts.
function lastCore(): string {
  const allowed = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return /\d+$/.exec(allowed?.[1] ?? '')?.[0] ?? '0';
}

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;
const pinned = canPin ? ['taskset', '--cpu-list', lastCore()] : [];
