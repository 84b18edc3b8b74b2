import type { documentClient } from '../../../functions/shared/document-client.ts';
import { connections, type Network, type Timeouts } from './network.ts';
import type { RegionName, Tables } from './regions.ts';
import type { Process } from './virtual-time.ts';

export type DocumentClient = ReturnType<typeof documentClient>;

/** A call of a function, and what happened in its instance. */
export interface Invocation<Result> {
  /** Undefined if the function threw, or its instance was killed. */
  readonly result: Result | undefined;
  readonly attempts: number;
  /** Whether an answer of the store came too slowly to be read in time. */
  readonly wasSlow: boolean;
  readonly wasKilled: boolean;
  readonly wasTooLate: boolean;
}

interface FunctionCode<Input, Result> {
  readonly timeoutMilliseconds: number;
  readonly client: () => DocumentClient;
  /** The function in one instance, with a client of its own. */
  readonly handler: (client: DocumentClient) => (input: Input, context: Context) => Promise<Result>;
}

interface Context {
  readonly getRemainingTimeInMillis: () => number;
}

interface Instance<Input, Result> extends Process {
  readonly handle: (input: Input, context: Context) => Promise<Result>;
  attempts: number;
  wasSlow: boolean;
  isBusy: boolean;
}

/** Instances of one function in all regions. Each handles one call at a time, as on Lambda. */
export function startFleet<Input, Result>(
  network: Network,
  tables: Tables,
  { timeoutMilliseconds, client: createClient, handler }: FunctionCode<Input, Result>,
) {
  const { world, log } = network;
  const instances = new Map<RegionName, Instance<Input, Result>[]>();

  function startInstance(region: RegionName): Instance<Input, Result> {
    const client = createClient();
    const { configProvider } = client.config.requestHandler as unknown as WithTimeouts;
    const handle = handler(client);
    const instance = { isAlive: true, isBusy: false, attempts: 0, wasSlow: false, handle };
    client.config.requestHandler = connections(network, instance, configProvider, {
      apply: ({ headers, body }) =>
        tables.apply(region, headers['x-amz-target'] ?? '', new TextDecoder().decode(body)),
      onAttempt: (fault) => {
        instance.attempts += 1;
        instance.wasSlow ||= fault === 'the answer comes in drops';
      },
    }) as never;
    instances.set(region, [...(instances.get(region) ?? []), instance]);
    return instance;
  }

  /** Calls the function in an idle instance, and kills the instance after a while if that is wanted. */
  return async (
    region: RegionName,
    input: Input,
    killAfter = Number.POSITIVE_INFINITY,
  ): Promise<Invocation<Result>> => {
    const idle = instances.get(region)?.find(({ isAlive, isBusy }) => isAlive && !isBusy);
    const instance = idle ?? startInstance(region);
    Object.assign(instance, { isBusy: true, attempts: 0, wasSlow: false });
    const end = world.now() + timeoutMilliseconds;
    const context = { getRemainingTimeInMillis: () => end - world.now() };
    const ended = await Promise.race([
      world
        .runIn(instance, () => instance.handle(input, context))
        .then(
          (result) => ({ result }),
          () => ({ result: undefined }),
        ),
      world.wait(Math.min(timeoutMilliseconds, killAfter)),
    ]);
    instance.isBusy = false;
    const { attempts, wasSlow } = instance;
    if (ended) {
      return { result: ended.result, attempts, wasSlow, wasKilled: false, wasTooLate: false };
    }
    instance.isAlive = false;
    const wasKilled = killAfter < timeoutMilliseconds;
    log(wasKilled ? 'the instance is killed' : 'Lambda ends the function at its timeout');
    return { result: undefined, attempts, wasSlow, wasKilled, wasTooLate: !wasKilled };
  };
}

interface WithTimeouts {
  readonly configProvider: Promise<Timeouts>;
}
