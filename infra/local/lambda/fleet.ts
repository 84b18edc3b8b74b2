import { type Instance, type InstanceSettings, startInstance } from './instance.ts';
import type { FunctionFault, Invocation } from './invocation.ts';

export type FleetSettings = InstanceSettings & {
  readonly mostInstances: number;
  readonly mostWaiting: number;
  readonly idleMilliseconds: number;
};

/** The instances of one function: one for each concurrent request, up to a limit. */
export interface Fleet {
  readonly invoke: (payload: string) => Promise<Invocation>;
  readonly pids: () => number[];
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly payload: string;
  readonly settle: (invocation: Invocation) => void;
}

export function createFleet(settings: FleetSettings): Fleet {
  const instances = new Set<Instance>();
  const idle: { instance: Instance; timer: NodeJS.Timeout }[] = [];
  const waiting: Waiting[] = [];
  let starting = 0;
  let closing = false;
  let busy = 0;
  const { promise: drained, resolve: settleDrained } = Promise.withResolvers<void>();

  function takeIdle(): Instance | undefined {
    for (let entry = idle.pop(); entry; entry = idle.pop()) {
      clearTimeout(entry.timer);
      if (entry.instance.alive()) return entry.instance;
    }
    return undefined;
  }

  async function grow(): Promise<void> {
    starting += 1;
    const instance = startInstance(settings);
    instances.add(instance);
    void instance.gone.then(() => {
      instances.delete(instance);
      // A request may be waiting for a free place.
      next();
    });
    const fault = await instance.ready;
    starting -= 1;
    if (fault) {
      // Each start is for one waiting request. This one gets the fault as its answer.
      waiting.shift()?.settle(failed(fault));
      next();
    } else release(instance);
  }

  function release(instance: Instance): void {
    if (instance.alive()) rest(instance);
    next();
  }

  function rest(instance: Instance): void {
    const timer = setTimeout(instance.kill, settings.idleMilliseconds);
    timer.unref();
    idle.push({ instance, timer });
  }

  async function run(instance: Instance, request: Waiting): Promise<void> {
    busy += 1;
    const invocation = await instance.invoke(request.payload);
    busy -= 1;
    // No invocation: the process had ended before. Another instance serves this request next.
    if (invocation) request.settle(invocation);
    else waiting.unshift(request);
    release(instance);
  }

  function next(): void {
    settleIfDrained();
    if (waiting.length === 0) return;
    const instance = takeIdle();
    const request = instance && waiting.shift();
    if (instance && request) void run(instance, request);
    else if (starting < waiting.length && instances.size < settings.mostInstances) void grow();
  }

  function settleIfDrained(): void {
    if (closing && busy === 0 && waiting.length === 0 && starting === 0) settleDrained();
  }

  return {
    invoke(payload) {
      if (closing || waiting.length >= settings.mostWaiting) {
        return Promise.resolve({ result: { kind: 'throttled' }, cold: false, logs: [] });
      }
      const { promise, resolve: settle } = Promise.withResolvers<Invocation>();
      waiting.push({ payload, settle });
      next();
      return promise;
    },
    pids: () => [...instances].flatMap(({ pid }) => pid ?? []),
    async close() {
      closing = true;
      settleIfDrained();
      await drained;
      const all = [...instances];
      for (const instance of all) instance.kill();
      await Promise.all(all.map(({ gone }) => gone));
    },
  };
}

function failed(fault: FunctionFault): Invocation {
  return { result: { kind: 'failed', fault }, cold: true, logs: [] };
}
