import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { nodeMajor } from '../../../infra/build/bundle.ts';
import type { DeployedFunction } from '../../test/setup/deployed-function.ts';
import { noProfiles } from '../../test/setup/without-aws.ts';
import type { Bench } from './bench.ts';

/** Those that Lambda sets, and that can change what Node and the SDK do. */
const lambdaVariables = {
  AWS_ACCESS_KEY_ID: 'local',
  AWS_EXECUTION_ENV: `AWS_Lambda_nodejs${nodeMajor}.x`,
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_FORMAT: 'JSON',
  AWS_REGION: 'us-east-1',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: 'local',
  LANG: 'en_US.UTF-8',
  TZ: ':UTC',
};

/** The milliseconds until the first answer of a process, and those of a CPU. */
export interface ColdStart {
  readonly elapsed: number;
  readonly cpu: number;
}

/** Starts a process as Lambda does. Init has a full core, and the invocation its share of one. */
export async function measureColdStart(
  bench: Bench,
  lambda: DeployedFunction,
  event: unknown,
  megabytes: number,
): Promise<ColdStart> {
  const { runtime, store, quota } = bench;
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
      ...lambda.variables,
      ...lambdaVariables,
      ...noProfiles,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: `${megabytes}`,
      AWS_ENDPOINT_URL_DYNAMODB: store.url,
      LAMBDA_TASK_ROOT: lambda.folder,
      _HANDLER: lambda.handler,
      NODE_EXTRA_CA_CERTS: store.certificateFile,
    },
    // Writing its logs costs the function time, as on Lambda. Nobody reads them.
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const closed = once(child, 'close');
  const failed = closed.then(() => Promise.reject(new Error(`${lambda.folder} ended`)));
  failed.catch(() => {});
  const pipe = child.stdio[3] as Duplex;
  const lines = createInterface(pipe.on('error', () => {}));
  await Promise.race([once(lines, 'line'), failed]);
  const init = performance.now() - startedAt;
  const removeQuota = quota?.(Number(child.pid), megabytes);
  const sentAt = performance.now();
  pipe.write(`${JSON.stringify(event)}\n`);
  const [line] = await Promise.race([once(lines, 'line'), failed]);
  const first = performance.now() - sentAt;
  // At a usual end, Node could write its cache of compiled code. The next start would be faster than on Lambda.
  child.kill('SIGKILL');
  await closed;
  removeQuota?.();
  const { answer, cpu } = JSON.parse(line);
  // An operation answers 200. An authorizer allows the request.
  if (answer.statusCode !== 200 && !answer.isAuthorized)
    throw new Error(`${lambda.folder} answered ${line}`);
  return { elapsed: init + first, cpu: (cpu.user + cpu.system) / 1_000 };
}

// The last core that this process may use, because the first ones get most interrupts.
function lastCore(): string {
  const allowed = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return /\d+$/.exec(allowed?.[1] ?? '')?.[0] ?? '0';
}

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;
const pinned = canPin ? ['taskset', '--cpu-list', lastCore()] : [];
