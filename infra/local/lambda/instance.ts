import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../machine/compile-cache.ts';
import {
  type FunctionFault,
  faultOf,
  type Invocation,
  isFromInstance,
  newTraceId,
  type ToInstance,
} from './invocation.ts';
import { onLines } from './lines.ts';

export interface InstanceSettings {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
  readonly initMilliseconds: number;
  readonly handlerMilliseconds: number;
  /** Gets the lines that belong to no invocation. */
  readonly onLog: (line: string) => void;
}

export interface Instance {
  readonly pid: number | undefined;
  /** Undefined after the handler is loaded, a fault if it cannot be loaded. */
  readonly ready: Promise<FunctionFault | undefined>;
  readonly gone: Promise<void>;
  readonly alive: () => boolean;
  /** Only one call at a time. Undefined if the process had ended, so that the handler did not begin. */
  readonly invoke: (payload: string) => Promise<Invocation | undefined>;
  readonly kill: () => void;
}

type Outcome = Invocation['result'];

const runtime = fileURLToPath(new URL('runtime.ts', import.meta.url));
const mostLines = 1_000;
const drainMilliseconds = 250;

/** One process that runs one function. It is killed if it takes too long. */
export function startInstance(settings: InstanceSettings): Instance {
  const child = spawn(settings);
  let served = 0;
  let alive = true;
  let logs: string[] | undefined;
  let settle: ((outcome: Outcome | undefined) => void) | undefined;
  let reason: FunctionFault | undefined;

  const { promise: ready, resolve: settleReady } = Promise.withResolvers<
    FunctionFault | undefined
  >();
  const { promise: gone, resolve: settleGone } = Promise.withResolvers<void>();

  const log = (line: string) => {
    if (!logs) settings.onLog(line);
    else if (logs.length < mostLines) logs.push(line);
  };
  if (child.stdout) onLines(child.stdout, log);
  if (child.stderr) onLines(child.stderr, log);

  const kill = (fault?: FunctionFault) => {
    reason ??= fault;
    alive = false;
    child.kill('SIGKILL');
  };
  const initTimer = setTimeout(
    () => kill(timeout(settings.initMilliseconds)),
    settings.initMilliseconds,
  );

  child.on('message', (message: unknown) => {
    if (!isFromInstance(message)) {
      kill(faultOf('Runtime.InvalidMessage', 'The function used process.send().'));
    } else if (message.kind === 'ready') {
      clearTimeout(initTimer);
      settleReady(undefined);
    } else if (message.kind === 'unloadable') {
      kill(message.fault);
    } else {
      // Lines that the handler wrote earlier are read in this turn of the event loop: settle after them.
      setImmediate(() => settle?.(message));
    }
  });
  const end = (fault: FunctionFault) => {
    alive = false;
    clearTimeout(initTimer);
    settleGone();
    settleReady(fault);
    settle?.({ kind: 'failed', fault });
  };
  child.on('error', (error) => {
    if (child.pid) kill();
    else end(faultOf('Runtime.StartError', error.message));
  });
  child.on('exit', (code, signal) => {
    alive = false;
    const fault = reason ?? exitFault(code, signal);
    // Waits for the rest of its output, but not for long: a subprocess may keep the pipe open.
    const timer = setTimeout(end, drainMilliseconds, fault);
    child.once('close', () => {
      clearTimeout(timer);
      end(fault);
    });
  });

  return {
    pid: child.pid,
    ready,
    gone,
    alive: () => alive && child.connected,
    kill: () => kill(),
    async invoke(payload) {
      const lines: string[] = [];
      logs = lines;
      const { promise, resolve } = Promise.withResolvers<Outcome | undefined>();
      settle = resolve;
      const milliseconds = settings.handlerMilliseconds;
      const timer = setTimeout(() => kill(timeout(milliseconds)), milliseconds);
      child.send(request(payload, milliseconds), (error) => {
        if (!error) return;
        kill();
        resolve(undefined);
      });
      const result = await promise;
      clearTimeout(timer);
      settle = undefined;
      logs = undefined;
      served += 1;
      return result && { result, cold: served === 1, logs: lines };
    },
  };
}

function spawn(settings: InstanceSettings): ChildProcess {
  return fork(runtime, [], {
    cwd: settings.folder,
    // Ctrl-C reaches all processes of a terminal's group, but an instance must finish its request. On Windows
    // it reaches all processes of a console. A hidden instance has a console of its own, a detached one shows it:
    // https://nodejs.org/api/child_process.html#optionsdetached
    detached: process.platform !== 'win32',
    windowsHide: true,
    env: { ...settings.variables, ...compileCache },
    execArgv: [`--max-old-space-size=${settings.memoryMegabytes}`],
    serialization: 'json',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

function request(payload: string, milliseconds: number): ToInstance {
  const now = Date.now();
  return {
    requestId: randomUUID(),
    traceId: `Root=${newTraceId(now)};Sampled=0`,
    milliseconds,
    event: payload,
  };
}

function timeout(milliseconds: number): FunctionFault {
  return faultOf(
    'Sandbox.Timedout',
    `Task timed out after ${(milliseconds / 1000).toFixed(2)} seconds`,
  );
}

function exitFault(code: number | null, signal: NodeJS.Signals | null): FunctionFault {
  const reason = signal ? `signal: ${signal}` : `exit status ${code}`;
  return faultOf('Runtime.ExitError', `Runtime exited with error: ${reason}`);
}
