import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DeletePlantRequest } from '../contract/delete-plant.generated.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import type { Caller } from '../http/gateway-event.ts';
import { notFound } from '../http/not-found.ts';
import { storeFailureOf } from '../http/store-failure.ts';
import { tables } from '../service.ts';
import { addedAttributes } from '../shared/added-attributes.ts';

const { key } = tables.Plants;

/** Deletes a plant. Its id stays taken. `refuseReservedId` stands before it, and needs the caller. */
export type DeletePlant = (
  plant: DeletePlantRequest['pathParameters'],
  signal: AbortSignal,
  caller?: Caller,
) => Promise<void>;

export function plantStore(dynamodb: DocumentClient, table: string): DeletePlant {
  return async (plant, signal) => {
    // A mark in the place of the plant: otherwise a late POST would store it again.
    const putMark = new PutCommand({
      TableName: table,
      Item: { ...plant, [addedAttributes.deleted]: new Date().toISOString() },
      ConditionExpression: 'attribute_exists(#key) AND attribute_not_exists(#deleted)',
      ExpressionAttributeNames: { '#key': key, '#deleted': addedAttributes.deleted },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await dynamodb.send(putMark, { abortSignal: signal });
    } catch (error) {
      const { name, Item } = error as Partial<ConditionalCheckFailedException>;
      if (name !== 'ConditionalCheckFailedException') throw storeFailureOf(error);
      // A client that got no answer sends its DELETE again. Then the mark is there.
      if (Item === undefined) throw notFound(plant);
    }
  };
}
