import { availableParallelism } from 'node:os';
import type { LambdaFunction } from '../template/lambda-function.ts';
import { type Inspector, type Instance, type InstanceSettings, startInstance } from './instance.ts';
import { faultOf, type Invocation, type Outcome } from './invocation.ts';
import { variablesOf } from './variables.ts';

export type FleetSettings = InstanceSettings & { readonly mostInstances: number };

interface Waiting {
  readonly payload: string;
  readonly settle: (invocation: Invocation) => void;
}

/** The instances of one function: one for each concurrent request, up to a limit. */
export function createFleet(settings: FleetSettings) {
  const instances = new Set<Instance>();
  const idle: Instance[] = [];
  const waiting: Waiting[] = [];
  const open = new Set<Promise<Invocation>>();
  let starting = 0;

  /** One that has not ended by itself. */
  function takeIdle(): Instance | undefined {
    let instance = idle.pop();
    while (instance && !instance.isAlive()) instance = idle.pop();
    return instance;
  }

  async function startOne(): Promise<void> {
    starting += 1;
    const started = await start().catch(({ message }: Error): Outcome => {
      return { kind: 'failed', fault: faultOf('Runtime.StartError', message) };
    });
    starting -= 1;
    if ('invoke' in started) idle.push(started);
    // Each start is for one waiting request. This one gets the fault as its answer.
    else waiting.shift()?.settle({ result: started, cold: true, logs: [] });
    next();
  }

  /** An instance that is ready, or the fault of its start. */
  async function start(): Promise<Instance | Outcome> {
    const instance = startInstance(settings);
    instances.add(instance);
    void instance.gone.then(() => {
      instances.delete(instance);
      // A request can be waiting for a free place.
      next();
    });
    const outcome = await instance.ready;
    if (outcome.kind === 'returned') return instance;
    instance.kill();
    return outcome;
  }

  async function run(instance: Instance, { payload, settle }: Waiting): Promise<void> {
    settle(await instance.invoke(payload));
    if (instance.isAlive()) idle.push(instance);
    next();
  }

  function next(): void {
    if (waiting.length === 0) return;
    const instance = takeIdle();
    const request = instance && waiting.shift();
    if (instance && request) void run(instance, request);
    else if (starting < waiting.length && instances.size < settings.mostInstances) void startOne();
  }

  /** Ends all instances now. */
  function kill(): void {
    for (const instance of instances) instance.kill();
  }

  return {
    kill,
    /** Starts one instance before the first request. */
    start: () => void startOne(),
    invoke(payload: string): Promise<Invocation> {
      const { promise, resolve: settle } = Promise.withResolvers<Invocation>();
      open.add(promise);
      void promise.then(() => open.delete(promise));
      waiting.push({ payload, settle });
      next();
      return promise;
    },
    pids: () => [...instances].flatMap(({ pid }) => pid ?? []),
    /** Ends all instances after they have answered. */
    async close(): Promise<void> {
      await Promise.all(open);
      kill();
      await Promise.all([...instances].map(({ gone }) => gone));
    },
  };
}

type Fleet = ReturnType<typeof createFleet>;

export type Fleets = ReadonlyMap<LambdaFunction, Fleet>;

export interface FleetsSettings {
  readonly dynamodbUrl: string;
  /** The most instances of one function. */
  readonly mostInstances?: number | undefined;
  readonly overrides?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Functions with a debugger, by name. Nothing times out in them. */
  readonly inspectors?: ReadonlyMap<string, Inspector> | undefined;
  /** Ends all instances at once. */
  readonly killSignal?: AbortSignal | undefined;
  readonly onLog: (line: string) => void;
}

/** https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html#runtimes-lifecycle-ib */
const initMilliseconds = 10_000;

/** For a function that a debugger holds. */
export const patientMilliseconds = 24 * 3_600_000;
const patient = {
  mostInstances: 1,
  initMilliseconds: patientMilliseconds,
  handlerMilliseconds: patientMilliseconds,
};

/** One fleet for each function of the template. A function that has not changed keeps its earlier fleet. */
export function createFleets(
  functions: ReadonlyMap<string, LambdaFunction>,
  settings: FleetsSettings,
  earlier: Fleets = new Map(),
) {
  const { inspectors, killSignal, mostInstances, onLog, overrides = {} } = settings;
  const fleetOf = (lambda: LambdaFunction) => {
    const inspector = inspectors?.get(lambda.name);
    return createFleet({
      folder: lambda.folder,
      variables: variablesOf(lambda, settings.dynamodbUrl, overrides[lambda.name]),
      memoryMegabytes: lambda.memoryMegabytes,
      initMilliseconds,
      handlerMilliseconds: lambda.timeoutSeconds * 1000,
      mostInstances: mostInstances ?? Math.max(4, 2 * availableParallelism()),
      inspector,
      ...(inspector && patient),
      onLog,
    });
  };
  const fleets = new Map<LambdaFunction, Fleet>();
  for (const lambda of functions.values()) {
    fleets.set(lambda, earlier.get(lambda) ?? fleetOf(lambda));
  }
  const kill = () => {
    for (const fleet of fleets.values()) fleet.kill();
  };
  // Also one in an endless loop, which does not see that this process has ended.
  process.once('exit', kill);
  killSignal?.addEventListener('abort', kill);
  return {
    all: fleets,
    /** Starts an instance of each new function that has a debugger. */
    start() {
      for (const [lambda, fleet] of fleets) {
        if (inspectors?.has(lambda.name) && !earlier.has(lambda)) fleet.start();
      }
    },
    async invoke(name: string, payload: string): Promise<Invocation> {
      const lambda = functions.get(name);
      const fleet = lambda && fleets.get(lambda);
      if (!fleet) throw new Error(`The template has no function ${name}`);
      return fleet.invoke(payload);
    },
    pids: () => [...fleets.values()].flatMap(({ pids }) => pids()),
    /** Ends the functions that are not in later fleets. */
    async close(later: Fleets = new Map()): Promise<void> {
      const ended = [...fleets].filter(([lambda]) => !later.has(lambda));
      await Promise.all(ended.map(([, fleet]) => fleet.close()));
      process.off('exit', kill);
      killSignal?.removeEventListener('abort', kill);
    },
  };
}
