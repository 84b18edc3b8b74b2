import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { type AddPlant, plantStore } from '../../../functions/create-plant/plant-store.ts';
import { documentClient } from '../../../functions/shared/document-client.ts';
import { createPlantEvent } from '../../events.ts';
import type { Answered } from '../histories/history.ts';
import { connections, type Network, type Timeouts } from './network.ts';
import type { RegionName, Tables } from './regions.ts';
import { perform } from './store.ts';
import type { Process } from './virtual-time.ts';

/** The timeout of CreatePlant in the stack. */
const timeoutMilliseconds = 10_000;

export type DocumentClient = ReturnType<typeof documentClient>;

/** A part of the service that a mutant replaces by a wrong one. */
export interface Parts {
  readonly client: () => DocumentClient;
  readonly add: (client: DocumentClient) => AddPlant;
  readonly handler: typeof createPlant;
}

/** The parts as functions/create-plant/handler.ts connects them. */
export const ourParts: Parts = {
  client: () => documentClient({ maxAttempts: 3 }),
  add: (client) => plantStore(client, 'Plants'),
  handler: createPlant,
};

/** An answer, and what happened in the instance that gave it. */
export interface Invocation extends Answered {
  readonly attempts: number;
  /** Whether an answer of the store came too slowly to be read in time. */
  readonly wasSlow: boolean;
  readonly wasKilled: boolean;
}

interface WithTimeouts {
  readonly configProvider: Promise<Timeouts>;
}

interface Instance extends Process {
  readonly handle: ReturnType<typeof createPlant>;
  attempts: number;
  wasSlow: boolean;
  isBusy: boolean;
}

/** The gateway and the functions of all regions, with the real code of CreatePlant. */
export function startService(network: Network, tables: Tables, parts: Parts) {
  const { world, log } = network;
  const instances = new Map<RegionName, Instance[]>();

  function startInstance(region: RegionName): Instance {
    const client = parts.client();
    const instance: Instance = {
      isAlive: true,
      isBusy: false,
      attempts: 0,
      wasSlow: false,
      handle: parts.handler(parts.add(client)),
    };
    const { configProvider } = client.config.requestHandler as unknown as WithTimeouts;
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

  /** Calls the function in an idle instance, as Lambda does. A killed instance gives the gateway's answer 500. */
  return async (region: RegionName, body: string, killAfter?: number): Promise<Invocation> => {
    const idle = instances.get(region)?.find(({ isAlive, isBusy }) => isAlive && !isBusy);
    const instance = idle ?? startInstance(region);
    instance.isBusy = true;
    instance.attempts = 0;
    instance.wasSlow = false;
    const end = world.now() + timeoutMilliseconds;
    const context = { getRemainingTimeInMillis: () => end - world.now() } as never;
    const kill = async (milliseconds: number) => {
      await world.wait(milliseconds);
      return undefined;
    };
    const answer = await Promise.race([
      world.runIn(instance, () => instance.handle(createPlantEvent(body), context)),
      kill(timeoutMilliseconds),
      ...(killAfter === undefined ? [] : [kill(killAfter)]),
    ]);
    instance.isBusy = false;
    const { attempts, wasSlow } = instance;
    if (answer !== undefined) {
      return { status: answer.statusCode, body: answer.body, attempts, wasSlow, wasKilled: false };
    }
    instance.isAlive = false;
    const wasKilled = world.now() < end;
    log(wasKilled ? 'the instance is killed' : 'Lambda ends the function at its timeout');
    return {
      status: 500,
      body: '{"message":"Internal Server Error"}',
      attempts,
      wasSlow,
      wasKilled,
    };
  };
}

/**
 * Makes one call before the first story. In its first call the SDK reads the configuration files of this machine. A
 * story must neither wait for a disk nor depend on its files.
 */
export async function prepareSdk(): Promise<void> {
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_CONFIG_FILE: 'none',
    AWS_SHARED_CREDENTIALS_FILE: 'none',
  });
  const client = ourParts.client();
  const handle = async () => ({ response: perform('.PutItem', '{}', new Map()) });
  client.config.requestHandler = { metadata: { handlerProtocol: 'http/1.1' }, handle } as never;
  await ourParts
    .add(client)({ id: 1n, name: 'Fern' }, new AbortController().signal)
    .catch(() => {});
}
