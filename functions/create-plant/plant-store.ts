import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Documents } from '../shared/document-client.ts';
import { type NewPlant, newPlantFields } from './contract.generated.ts';
import { itemSize, maxItemBytes } from './plant.ts';
import { storeFailure, tooLarge } from './store-failure.ts';

/** Stores a plant. The same plant again is accepted; another plant with its id is a conflict. */
export type AddPlant = (plant: NewPlant, signal: AbortSignal) => Promise<void>;

export function plantStore(documents: Documents, table: string): AddPlant {
  return async (plant, signal) => {
    if (itemSize(plant) > maxItemBytes) throw tooLarge();
    try {
      await documents.send(putUnlessTaken(plant, table), { abortSignal: signal });
    } catch (error) {
      throw storeFailure(error, plant.id);
    }
  };
}

// The SDK sends a write again if its answer was lost. The second attempt must not fail because the first one succeeded.
// So the condition accepts the same plant, and it names every attribute that this version stores. See PROTOCOL.md.
function putUnlessTaken(plant: NewPlant, TableName: string): PutCommand {
  const same = newPlantFields.map((name) =>
    plant[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :${name}`,
  );
  return new PutCommand({
    TableName,
    Item: plant,
    ConditionExpression: `attribute_not_exists(id) OR (${same.join(' AND ')})`,
    ExpressionAttributeNames: Object.fromEntries(newPlantFields.map((name) => [`#${name}`, name])),
    // The SDK leaves out a value that is undefined.
    ExpressionAttributeValues: Object.fromEntries(
      newPlantFields.map((name) => [`:${name}`, plant[name]]),
    ),
  });
}
