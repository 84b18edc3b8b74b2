import type { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { Failure, unavailable, unexpected } from '../http/failure.ts';
import { tables } from '../service.ts';
import type { Documents } from '../shared/document-client.ts';
import { addedAttributes, reserved } from '../shared/reserved.ts';
import { maxPlantBytes, type NewPlant, sizeOf } from './plant.ts';
import { hasKeyOf, holds, type Item } from './stored-item.ts';

const { key } = tables.Plants;

/** Stores a plant of a client. The same plant again changes nothing. Another plant with its id is a conflict. */
export type AddPlant = (plant: NewPlant, signal: AbortSignal, client?: string) => Promise<void>;

type StoreError = Partial<DynamoDBServiceException> & { readonly Item?: Item };

/** Only the probe can use the reserved id: otherwise it and a client would compete for it. */
export function plantStore(documents: Documents, table: string, reservedId?: string): AddPlant {
  return async (plant, signal, client) => {
    const id = plant[key];
    if (`${id}` === reservedId && client !== reserved.client) throw idReserved(id);
    if (sizeOf(plant) > maxPlantBytes) throw tooLarge();
    // For the owner of the table. They are neither answered nor compared.
    const time = { [addedAttributes.time]: new Date().toISOString() };
    const origin = client ? { ...time, [addedAttributes.client]: client } : time;
    try {
      // It replaces nothing. If the key is taken, the error has the item that is there, in DynamoDB's own form.
      const putIfFree = new PutCommand({
        TableName: table,
        Item: { ...plant, ...origin },
        ConditionExpression: 'attribute_not_exists(#key)',
        ExpressionAttributeNames: { '#key': key },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      await documents.send(putIfFree, { abortSignal: signal });
    } catch (error) {
      const { name, Item } = error as StoreError;
      if (name !== 'ConditionalCheckFailedException') throw storeFailureOf(error);
      if (!hasKeyOf(plant, Item)) throw unavailable(error);
      // The SDK sends a write again if its answer was lost. Then the item is the plant itself: see PROTOCOL.md.
      if (!holds(Item, plant)) throw idTaken(id);
    }
  };
}

// The errors after which the SDK sends a write again, and conflicts with another write.
// https://github.com/smithy-lang/smithy-typescript/blob/main/packages/core/src/submodules/retry/service-error-classification/constants.ts
const temporary =
  /Throttl|LimitExceeded|ThroughputExceeded|TooManyRequests|Timeout|SlowDown|InProgress|NotComplete|Conflict/;

/** The failure that a client gets for a write that was not refused. The error's fields decide, not its class. */
export function storeFailureOf(cause: unknown): Failure {
  const { name, message, $fault, $metadata } = (cause ?? {}) as StoreError;
  if (name === 'ValidationException' && message?.startsWith('Item size has exceeded')) {
    return tooLarge(cause);
  }
  const isTemporary =
    temporary.test(String(name)) || [408, 429].includes(Number($metadata?.httpStatusCode));
  // Our mistake: no request was sent, or the store refused it for another reason than time or throttling.
  const isOurs = $metadata === undefined || ($fault === 'client' && !isTemporary);
  return isOurs ? unexpected(cause) : unavailable(cause);
}

export function idTaken(id: unknown): Failure {
  return new Failure('idTaken', `another plant has the ${key} ${id}`);
}

/** The same code: in both cases, the client has to choose another id. */
function idReserved(id: unknown): Failure {
  return new Failure('idTaken', `the ${key} ${id} is reserved`);
}

/** The size was counted here, or by DynamoDB. */
export function tooLarge(cause?: unknown): Failure {
  return new Failure('tooLarge', `the plant is larger than ${maxPlantBytes} bytes`, cause);
}
