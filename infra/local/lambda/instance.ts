import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../machine/compile-cache.ts';
import {
  type FunctionFault,
  faultOf,
  type Invocation,
  longestMessage,
  newTraceId,
  onLines,
  readMessage,
  type ToInstance,
} from './invocation.ts';

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
  /** Only one call at a time. `hasBegun` is false if the process ended before it called the handler. */
  readonly invoke: (payload: string) => Promise<{ invocation: Invocation; hasBegun: boolean }>;
  readonly kill: () => void;
}

type Outcome = Invocation['result'];

const runtime = fileURLToPath(new URL('runtime.ts', import.meta.url));
const mostLines = 1_000;
const drainMilliseconds = 250;

/** One process that runs one function. It is killed if it takes too long. */
export function startInstance(settings: InstanceSettings): Instance {
  const child = startProcess(settings);
  // Without free file descriptors there are no streams, and an error follows.
  const channel = child.stdio?.[3] as Socket | undefined;
  let served = 0;
  let alive = true;
  let hasBegun = false;
  let logs: string[] | undefined;
  let settle: ((outcome: Outcome) => void) | undefined;
  let reason: FunctionFault | undefined;

  const ready = Promise.withResolvers<FunctionFault | undefined>();
  const gone = Promise.withResolvers<void>();

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
  const killAfter = (milliseconds: number) =>
    setTimeout(() => kill(timeout(milliseconds)), milliseconds);
  const initTimer = killAfter(settings.initMilliseconds);

  const onMessage = (line: string) => {
    const message = readMessage(line);
    if (message === undefined) {
      const problem = 'The function wrote to the channel of its runtime.';
      if (alive) settings.onLog(`${problem} Its process is ended.`);
      kill(faultOf('Runtime.InvalidMessage', problem));
    } else if (message.kind === 'ready') {
      clearTimeout(initTimer);
      ready.resolve(undefined);
    } else if (message.kind === 'unloadable') {
      kill(message.fault);
    } else if (message.kind === 'begun') {
      hasBegun = true;
    } else {
      // Lines that the handler wrote earlier are read in this turn of the event loop: settle after them.
      setImmediate(() => settle?.(message));
    }
  };
  if (channel) {
    onLines(channel, onMessage, longestMessage);
    // A function can also close the channel.
    channel.on('error', () => {}).on('close', () => kill());
  }
  const end = (fault: FunctionFault) => {
    alive = false;
    clearTimeout(initTimer);
    gone.resolve();
    ready.resolve(fault);
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
    const timer = setTimeout(() => setImmediate(end, fault), drainMilliseconds);
    child.once('close', () => {
      clearTimeout(timer);
      end(fault);
    });
  });

  return {
    pid: child.pid,
    ready: ready.promise,
    gone: gone.promise,
    alive: () => alive,
    kill: () => kill(),
    async invoke(payload) {
      const lines: string[] = [];
      logs = lines;
      hasBegun = false;
      const outcome = Promise.withResolvers<Outcome>();
      settle = outcome.resolve;
      const timer = killAfter(settings.handlerMilliseconds);
      channel?.write(`${JSON.stringify(request(payload, settings.handlerMilliseconds))}\n`);
      const result = await outcome.promise;
      clearTimeout(timer);
      settle = undefined;
      logs = undefined;
      served += 1;
      return { invocation: { result, cold: served === 1, logs: lines }, hasBegun };
    },
  };
}

function startProcess(settings: InstanceSettings): ChildProcess {
  return spawn(process.execPath, [`--max-old-space-size=${settings.memoryMegabytes}`, runtime], {
    cwd: settings.folder,
    // Ctrl-C reaches all processes of a terminal's group, but an instance must finish its request. On Windows
    // it reaches all processes of a console. A hidden instance has a console of its own, a detached one shows it:
    // https://nodejs.org/api/child_process.html#optionsdetached
    detached: process.platform !== 'win32',
    windowsHide: true,
    env: { ...settings.variables, ...compileCache },
    // The last one is the channel of the runtime. If Node's own 'ipc' gets a line that is not JSON, it throws here.
    stdio: ['ignore', 'pipe', 'pipe', 'overlapped'],
  });
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
