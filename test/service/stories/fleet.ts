import { connect, type DocumentClient, type Instance, type Network } from './network.ts';
import type { RegionName, Tables } from './regions.ts';

/** A call of a function. `result` is undefined if the function threw, or its instance was killed. */
export interface Invocation<Result> {
  readonly result: Result | undefined;
  readonly attempts: number;
  readonly wasTooLate: boolean;
}

type Handle<Input, Result> = (
  input: Input,
  context: { readonly getRemainingTimeInMillis: () => number },
) => Promise<Result>;

interface FunctionCode<Input, Result> {
  readonly timeoutMilliseconds: number;
  readonly client: () => DocumentClient;
  /** The function in one instance, with a client of its own. */
  readonly handler: (client: DocumentClient) => Handle<Input, Result>;
}

/** Instances of one function in all regions. Each handles one call at a time, as on Lambda. */
export function startFleet<Input, Result>(
  network: Network,
  tables: Tables,
  { timeoutMilliseconds, client: createClient, handler }: FunctionCode<Input, Result>,
) {
  const { world } = network;
  const instances: (Instance & {
    region: RegionName;
    isBusy: boolean;
    handle: Handle<Input, Result>;
  })[] = [];

  function startInstance(region: RegionName) {
    const client = createClient();
    const state = { isAlive: true, isBusy: false, attempts: 0 };
    const instance = { ...state, region, handle: handler(client) };
    connect(network, instance, client, (target, body) => tables.apply(region, target, body));
    instances.push(instance);
    return instance;
  }

  /** Calls the function in an idle instance, which is killed after a while if `killAfter` is given. */
  return async (
    region: RegionName,
    input: Input,
    killAfter = Number.POSITIVE_INFINITY,
  ): Promise<Invocation<Result>> => {
    const idle = instances.find((one) => one.isAlive && !one.isBusy && one.region === region);
    const instance = idle ?? startInstance(region);
    Object.assign(instance, { isBusy: true, attempts: 0 });
    const end = world.now() + timeoutMilliseconds;
    const context = { getRemainingTimeInMillis: () => end - world.now() };
    const called = world
      .runIn(instance, () => instance.handle(input, context))
      .then(
        (result) => ({ result }),
        () => ({ result: undefined }),
      );
    const ended = await Promise.race([
      called,
      world.wait(Math.min(timeoutMilliseconds, killAfter)),
    ]);
    const { attempts } = instance;
    instance.isBusy = false;
    if (ended) return { result: ended.result, attempts, wasTooLate: false };
    instance.isAlive = false;
    const wasTooLate = killAfter >= timeoutMilliseconds;
    world.log(wasTooLate ? 'Lambda ends the function at its timeout' : 'the instance is killed');
    return { result: undefined, attempts, wasTooLate };
  };
}
