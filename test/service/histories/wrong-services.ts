import { GetCommand, type PutCommand } from '@aws-sdk/lib-dynamodb';
import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import { plantStore } from '../../../functions/create-plant/plant-store.ts';
import {
  createDocumentClient,
  type DocumentClient,
} from '../../../functions/dynamodb/document-client.ts';
import { itemOf, key, tableName as TableName } from '../../../tools/test/setup/contract.ts';
import { otherExample } from '../../examples.ts';
import { context, operationEvent } from '../../setup/test-events.ts';
import { certainAnswerOf } from './history.ts';
import type { Send } from './instances.ts';

// Services that are right as long as nothing goes wrong. The histories must notice them.

/** It takes a lost answer for a success. */
export function hopeful(send: Send): Send {
  return async (operation, request) => {
    const answered = await send(operation, request);
    if (certainAnswerOf(answered) !== undefined) return answered;
    const { status, body = '' } = operation.effect(undefined, request).answer;
    return { status, body };
  };
}

/**
 * It looks before it writes. If the key was free and the write is refused, it thinks that another client was faster. But
 * the answer to its own first write can be lost: then it refuses the plant that it has stored.
 */
export function hasty(send: Send): Send {
  const dynamodb = createDocumentClient({ maxAttempts: 3 });
  const lookAndWrite = async (put: PutCommand, options: object) => {
    const Key = { [key]: put.input.Item?.[key] };
    const get = new GetCommand({ TableName, Key, ConsistentRead: true });
    const { Item: seen } = await dynamodb.send(get, options);
    return dynamodb.send(put, options).catch((error) => {
      const ofAnotherClient = { ...itemOf(otherExample()), ...itemOf(Key) };
      // The store of plants compares with the item in this error.
      if (seen === undefined) Object.assign(error, { Item: ofAnotherClient });
      throw error;
    });
  };
  const handler = createPlantHandler(
    plantStore({ send: lookAndWrite } as DocumentClient, TableName),
  );
  return async (operation, request) => {
    if (operation.functionName !== 'CreatePlant') return send(operation, request);
    const { statusCode, body } = await handler(operationEvent(operation, request), context());
    return { status: statusCode, body };
  };
}
