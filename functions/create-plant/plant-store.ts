import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Documents } from '../shared/document-client.ts';
import { key } from '../shared/own-plants.ts';
import type { NewPlant } from './contract.ts';
import { itemSize, maxItemBytes } from './plant.ts';
import { idTaken, storeFailure, tooLarge, unavailable } from './store-failure.ts';
import { hasKeyOf, holds } from './stored-item.ts';

/** Stores a plant. The same plant again changes nothing; another plant with its id is a conflict. */
export type AddPlant = (plant: NewPlant, signal: AbortSignal) => Promise<void>;

export function plantStore(documents: Documents, table: string): AddPlant {
  return async (plant, signal) => {
    if (itemSize(plant) > maxItemBytes) throw tooLarge();
    try {
      await documents.send(putIfFree(plant, table), { abortSignal: signal });
    } catch (error) {
      const { name, Item } = Object(error);
      if (name !== 'ConditionalCheckFailedException') throw storeFailure(error);
      if (!hasKeyOf(plant, Item)) throw unavailable(error);
      // The SDK sends a write again if its answer was lost. Then the item is the plant itself: see PROTOCOL.md.
      if (!holds(Item, plant)) throw idTaken(plant[key]);
    }
  };
}

/** A write that replaces nothing. If the key is taken, the error has the item that is there, in DynamoDB's own form. */
function putIfFree(plant: NewPlant, TableName: string): PutCommand {
  return new PutCommand({
    TableName,
    Item: plant,
    ConditionExpression: 'attribute_not_exists(#key)',
    ExpressionAttributeNames: { '#key': key },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
}
