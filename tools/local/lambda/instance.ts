import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { isFolder } from '../../../infra/base.ts';
import { compileCache } from '../machine/compile-cache.ts';
import {
  type FunctionFault,
  faultOf,
  type Invocation,
  newTraceId,
  type Outcome,
  onLines,
  type ToInstance,
} from './invocation.ts';

/** A debugger can attach to the process, only from this machine. */
export interface Inspector {
  readonly port: number;
  /** Whether the process waits for the debugger, and then stops before the handler. */
  readonly waits: boolean;
}

export interface InstanceSettings {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
  readonly initMilliseconds: number;
  readonly handlerMilliseconds: number;
  readonly inspector?: Inspector | undefined;
  /** Gets the lines that belong to no invocation. */
  readonly onLog: (line: string) => void;
}

export interface Instance {
  readonly pid: number | undefined;
  /** Whether the handler is loaded. */
  readonly ready: Promise<Outcome>;
  readonly gone: Promise<void>;
  readonly isAlive: () => boolean;
  /** Only one call at a time. */
  readonly invoke: (payload: string) => Promise<Invocation>;
  readonly kill: () => void;
}

const runtime = fileURLToPath(new URL('runtime.ts', import.meta.url));

/** One process that runs one function. It is killed if it takes too long. */
export function startInstance(settings: InstanceSettings): Instance {
  const child = startProcess(settings);
  const { gone, isAlive, kill, nextOutcome } = outcomesOf(child, settings.folder);
  const ready = nextOutcome(settings.initMilliseconds);
  let isCold = true;
  let logs: string[] | undefined;
  const log = (line: string) => {
    if (logs) logs.push(line);
    else settings.onLog(line);
  };
  // Without free file descriptors there are no streams, and an error follows.
  if (child.stdout) onLines(child.stdout, log);
  if (child.stderr) onLines(child.stderr, log);
  return {
    pid: child.pid,
    ready,
    gone,
    isAlive,
    kill: () => kill(),
    async invoke(payload) {
      const lines: string[] = [];
      logs = lines;
      child.send(request(payload, settings.handlerMilliseconds));
      const result = await nextOutcome(settings.handlerMilliseconds);
      logs = undefined;
      const cold = isCold;
      isCold = false;
      return { result, cold, logs: lines };
    },
  };
}

/** What a process answers, until it has ended. */
function outcomesOf(child: ChildProcess, folder: string) {
  const lost = `The folder of its code, ${folder}, was removed. Start the service again.`;
  const gone = Promise.withResolvers<void>();
  let reason: FunctionFault | undefined;
  let settle: (outcome: Outcome) => void;

  function kill(fault?: FunctionFault): void {
    reason ??= fault;
    child.kill('SIGKILL');
  }
  function finish(fault: FunctionFault): void {
    settle({ kind: 'failed', fault });
    gone.resolve();
  }
  // Lines that the handler wrote earlier are read in this turn of the event loop: settle after them.
  child.on('message', (outcome: Outcome) => setImmediate(() => settle(outcome)));
  child.on('error', ({ message }) => {
    if (child.pid) kill();
    else finish(faultOf('Runtime.StartError', isFolder(folder) ? message : lost));
  });
  child.on('close', (code, signal) => setImmediate(finish, reason ?? exitFault(code, signal)));
  return {
    gone: gone.promise,
    isAlive: () => !child.killed && child.exitCode === null && child.signalCode === null,
    kill,
    /** The next message of the process, or the fault that ended it. */
    nextOutcome(milliseconds: number) {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const timer = setTimeout(() => kill(timeout(milliseconds)), milliseconds);
      settle = (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      return promise;
    },
  };
}

function startProcess(settings: InstanceSettings): ChildProcess {
  const flags = [`--max-old-space-size=${settings.memoryMegabytes}`, ...inspect(settings)];
  return spawn(process.execPath, [...flags, runtime], {
    cwd: settings.folder,
    // Ctrl-C reaches all processes of a terminal's group, but an instance must finish its request. On Windows
    // it reaches all processes of a console. A hidden instance has a console of its own, a detached one shows it:
    // https://nodejs.org/api/child_process.html#optionsdetached
    detached: process.platform !== 'win32',
    windowsHide: true,
    env: { ...settings.variables, ...compileCache },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

function inspect({ inspector }: InstanceSettings): string[] {
  if (inspector === undefined) return [];
  const address = `127.0.0.1:${inspector.port}`;
  // The second one keeps two lines about the address out of the log.
  return inspector.waits
    ? [`--inspect-wait=${address}`]
    : [`--inspect=${address}`, '--inspect-publish-uid=http'];
}

function request(payload: string, milliseconds: number): ToInstance {
  const traceId = `Root=${newTraceId(Date.now())};Sampled=0`;
  return { requestId: randomUUID(), traceId, milliseconds, event: payload };
}

function timeout(milliseconds: number): FunctionFault {
  const seconds = (milliseconds / 1000).toFixed(2);
  return faultOf('Sandbox.Timedout', `Task timed out after ${seconds} seconds`);
}

function exitFault(code: number | null, signal: NodeJS.Signals | null): FunctionFault {
  const reason = signal ? `signal: ${signal}` : `exit status ${code}`;
  return faultOf('Runtime.ExitError', `Runtime exited with error: ${reason}`);
}
