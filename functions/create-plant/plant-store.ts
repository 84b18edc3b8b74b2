import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createPlantBodyFields } from '../contract/create-plant.generated.ts';
import { Failure, unavailable } from '../http/failure.ts';
import { sizeOf } from '../http/item-size.ts';
import { isRefusedForItsSize, storeFailureOf } from '../http/store-failure.ts';
import { hasKey, holdsBody } from '../http/stored-item.ts';
import { tables } from '../service.ts';
import { addedAttributes } from '../shared/added-attributes.ts';
import type { DocumentClient } from '../shared/document-client.ts';
import { maxPlantBytes, type NewPlant } from './plant.ts';

const { key } = tables.Plants;

/** Stores a plant of a client. The same plant again changes nothing. Another plant with its id is a conflict. */
export type AddPlant = (plant: NewPlant, signal: AbortSignal, client?: string) => Promise<void>;

export function plantStore(dynamodb: DocumentClient, table: string): AddPlant {
  return async (plant, signal, client) => {
    const id = plant[key];
    if (sizeOf(plant) > maxPlantBytes) throw tooLarge();
    // For the owner of the table. They are neither answered nor compared.
    const createdAt = { [addedAttributes.time]: new Date().toISOString() };
    const createdBy = client ? { [addedAttributes.client]: client } : {};
    try {
      // It replaces nothing. If the key is taken, the error has the item that is there, in DynamoDB's own form.
      const putIfFree = new PutCommand({
        TableName: table,
        Item: { ...plant, ...createdAt, ...createdBy },
        ConditionExpression: 'attribute_not_exists(#key)',
        ExpressionAttributeNames: { '#key': key },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      await dynamodb.send(putIfFree, { abortSignal: signal });
    } catch (error) {
      if (isRefusedForItsSize(error)) throw tooLarge(error);
      const { name, Item } = error as Partial<ConditionalCheckFailedException>;
      if (name !== 'ConditionalCheckFailedException') throw storeFailureOf(error);
      if (!hasKey(Item, key, id)) throw unavailable(error);
      // The SDK sends a write again if its answer was lost. Then the item is the plant itself: see PROTOCOL.md.
      if (!holdsBody(Item, plant, createPlantBodyFields)) throw idTaken(id);
    }
  };
}

export function idTaken(id: unknown): Failure {
  return new Failure('idTaken', `another plant has the ${key} ${id}`);
}

/** The size was counted here, or by DynamoDB. */
export function tooLarge(cause?: unknown): Failure {
  return new Failure('tooLarge', `the plant is larger than ${maxPlantBytes} bytes`, cause);
}
