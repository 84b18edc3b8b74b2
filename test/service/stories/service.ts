import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { type AddPlant, plantStore } from '../../../functions/create-plant/plant-store.ts';
import { documentClient } from '../../../functions/shared/document-client.ts';
import { createPlantEvent } from '../../events.ts';
import { type DocumentClient, startFleet } from './fleet.ts';
import type { Network } from './network.ts';
import type { Tables } from './regions.ts';
import { perform } from './store.ts';

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

/** The function CreatePlant in all regions. */
export function startService(network: Network, tables: Tables, parts: Parts) {
  return startFleet(network, tables, {
    timeoutMilliseconds: 10_000,
    client: parts.client,
    handler: (client) => {
      const handle = parts.handler(parts.add(client));
      return (body: string, context) => handle(createPlantEvent(body), context as never);
    },
  });
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
