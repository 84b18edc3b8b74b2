import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { type CreatePlantBody, createPlantBodyFields } from '../contract/create-plant.generated.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { Failure, unavailable } from '../http/failure.ts';
import type { Caller } from '../http/gateway-event.ts';
import { maxPlantBytes, sizeOf, tooLarge } from '../http/item-size.ts';
import { isRefusedForItsSize, storeFailureOf } from '../http/store-failure.ts';
import { hasKey, holdsBody } from '../http/stored-item.ts';
import { tables } from '../service.ts';
import { addedAttributes } from '../shared/added-attributes.ts';

const { key } = tables.Plants;

/** Stores a plant of a client. The same plant again changes nothing. Another plant with its id is a conflict. */
export type AddPlant = (
  plant: CreatePlantBody,
  signal: AbortSignal,
  caller?: Caller,
) => Promise<void>;

export function plantStore(dynamodb: DocumentClient, table: string): AddPlant {
  return async (plant, signal, caller) => {
    const id = plant[key];
    if (sizeOf(plant) > maxPlantBytes) throw tooLarge();
    try {
      // It replaces nothing. If the key is taken, the error has the item that is there, in DynamoDB's own form.
      const putIfFree = new PutCommand({
        TableName: table,
        Item: { ...plant, ...addedFor(caller) },
        ConditionExpression: 'attribute_not_exists(#key)',
        ExpressionAttributeNames: { '#key': key },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      await dynamodb.send(putIfFree, { abortSignal: signal });
    } catch (error) {
      if (isRefusedForItsSize(error)) throw tooLarge(error);
      const { name, Item } = error as Partial<ConditionalCheckFailedException>;
      if (name !== 'ConditionalCheckFailedException') throw storeFailureOf(error);
      // DynamoDB sends the item with this key. Without it, the answer was broken on the way, and anything can be stored.
      if (!hasKey(Item, key, id)) throw unavailable(error);
      // The SDK sends a write again if its answer was lost. Then the item is the plant itself: see PROTOCOL.md.
      if (!holdsBody(Item, plant, createPlantBodyFields)) throw idTaken(id);
    }
  };
}

/** For the owner of the table: who stored a plant, and when. It is neither answered nor compared. */
function addedFor(caller: Caller | undefined) {
  const when = { [addedAttributes.time]: new Date().toISOString() };
  if (!caller) return when;
  const { client, lastFour } = caller;
  return { ...when, [addedAttributes.client]: client, [addedAttributes.lastFour]: lastFour };
}

export function idTaken(id: unknown): Failure {
  return new Failure('idTaken', `another plant has the ${key} ${id}`);
}
