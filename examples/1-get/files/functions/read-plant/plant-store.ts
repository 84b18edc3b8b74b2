import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ReadPlantRequest } from '../contract/read-plant.generated.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { notFound } from '../http/not-found.ts';
import { storeFailureOf } from '../http/store-failure.ts';

type PlantKey = ReadPlantRequest['pathParameters'];

/** Reads a plant. */
export type FindPlant = (plant: PlantKey, signal: AbortSignal) => Promise<object>;

export function plantStore(dynamodb: DocumentClient, TableName: string): FindPlant {
  return async (Key, signal) => {
    // Consistent, so that a client finds what was stored just before.
    const get = new GetCommand({ TableName, Key, ConsistentRead: true });
    const { Item } = await dynamodb.send(get, { abortSignal: signal }).catch((error) => {
      throw storeFailureOf(error);
    });
    if (Item === undefined) throw notFound(Key);
    return Item;
  };
}
