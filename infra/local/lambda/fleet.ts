import { availableParallelism } from 'node:os';
import type { LambdaFunction } from '../template/lambda-function.ts';
import { type Instance, type InstanceSettings, startInstance } from './instance.ts';
import { type FunctionFault, faultOf, type Invocation, type Invoke } from './invocation.ts';
import { variablesOf } from './variables.ts';

export type FleetSettings = InstanceSettings & {
  readonly mostInstances: number;
  readonly mostWaiting: number;
  readonly idleMilliseconds: number;
};

/** The instances of one function: one for each concurrent request, up to a limit. */
export interface Fleet {
  readonly invoke: (payload: string) => Promise<Invocation>;
  readonly pids: () => number[];
  /** Ends all instances now. */
  readonly kill: () => void;
  /** Ends them after they have answered. */
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly payload: string;
  readonly settle: (invocation: Invocation) => void;
  /** How many instances ended before they called the handler. */
  lost: number;
}

export function createFleet(settings: FleetSettings): Fleet {
  const instances = new Set<Instance>();
  const idle: { instance: Instance; timer: NodeJS.Timeout }[] = [];
  const waiting: Waiting[] = [];
  let starting = 0;
  const open = new Set<Promise<Invocation>>();
  let closing = false;

  function takeIdle(): Instance | undefined {
    for (let entry = idle.pop(); entry; entry = idle.pop()) {
      clearTimeout(entry.timer);
      if (entry.instance.alive()) return entry.instance;
    }
    return undefined;
  }

  async function startOne(): Promise<void> {
    starting += 1;
    const started = await start().catch(({ message }: Error) =>
      faultOf('Runtime.StartError', message),
    );
    starting -= 1;
    if ('invoke' in started) keepIdle(started);
    // Each start is for one waiting request. This one gets the fault as its answer.
    else {
      const result = { kind: 'failed', fault: started } as const;
      waiting.shift()?.settle({ result, cold: true, logs: [] });
    }
    next();
  }

  /** An instance that is ready, or the fault of its start. */
  async function start(): Promise<Instance | FunctionFault> {
    const instance = startInstance(settings);
    instances.add(instance);
    void instance.gone.then(() => {
      instances.delete(instance);
      // A request may be waiting for a free place.
      next();
    });
    return (await instance.ready) ?? instance;
  }

  function keepIdle(instance: Instance): void {
    const timer = setTimeout(instance.kill, settings.idleMilliseconds).unref();
    idle.push({ instance, timer });
  }

  async function run(instance: Instance, request: Waiting): Promise<void> {
    const { invocation, hasBegun } = await instance.invoke(request.payload);
    // An idle process can end unnoticed. Then another instance serves this request next.
    if (hasBegun || request.lost === settings.mostInstances) request.settle(invocation);
    else {
      request.lost += 1;
      waiting.unshift(request);
    }
    if (instance.alive()) keepIdle(instance);
    next();
  }

  function next(): void {
    if (waiting.length === 0) return;
    const instance = takeIdle();
    const request = instance && waiting.shift();
    if (instance && request) void run(instance, request);
    else if (starting < waiting.length && instances.size < settings.mostInstances) void startOne();
  }

  const killAll = () => {
    for (const instance of instances) instance.kill();
  };
  return {
    invoke(payload) {
      if (closing || waiting.length >= settings.mostWaiting) {
        return Promise.resolve({ result: { kind: 'throttled' }, cold: false, logs: [] });
      }
      const { promise, resolve: settle } = Promise.withResolvers<Invocation>();
      open.add(promise);
      void promise.then(() => open.delete(promise));
      waiting.push({ payload, settle, lost: 0 });
      next();
      return promise;
    },
    pids: () => [...instances].flatMap(({ pid }) => pid ?? []),
    kill: killAll,
    async close() {
      closing = true;
      await Promise.all(open);
      killAll();
      await Promise.all([...instances].map(({ gone }) => gone));
    },
  };
}

export type Fleets = Omit<Fleet, 'invoke'> & { readonly invoke: Invoke };

export interface FleetsSettings {
  readonly dynamodbUrl: string;
  /** The most instances of one function. */
  readonly mostInstances?: number | undefined;
  readonly overrides?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly onLog: (line: string) => void;
}

/** https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html#runtimes-lifecycle-ib */
const initMilliseconds = 10_000;

/** One fleet for each function of the template. */
export function createFleets(
  functions: ReadonlyMap<string, LambdaFunction>,
  { dynamodbUrl, mostInstances, onLog, overrides = {} }: FleetsSettings,
): Fleets {
  const fleetOf = (lambda: LambdaFunction) =>
    createFleet({
      folder: lambda.folder,
      variables: variablesOf(lambda, dynamodbUrl, overrides[lambda.name]),
      memoryMegabytes: lambda.memoryMegabytes,
      initMilliseconds,
      handlerMilliseconds: lambda.timeoutSeconds * 1000,
      mostInstances: mostInstances ?? Math.max(4, 2 * availableParallelism()),
      mostWaiting: 1_000,
      idleMilliseconds: 5 * 60_000,
      onLog,
    });
  const fleets = new Map([...functions].map(([name, lambda]) => [name, fleetOf(lambda)]));
  const all = [...fleets.values()];
  const kill = () => {
    for (const fleet of all) fleet.kill();
  };
  // The watchdog of an instance would need a second.
  process.once('exit', kill);
  return {
    async invoke(name, payload) {
      const fleet = fleets.get(name);
      if (!fleet) throw new Error(`The template has no function ${name}`);
      return fleet.invoke(payload);
    },
    pids: () => all.flatMap(({ pids }) => pids()),
    kill,
    async close() {
      await Promise.all(all.map(({ close }) => close()));
      process.off('exit', kill);
    },
  };
}
