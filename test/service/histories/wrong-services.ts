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
import { answerOf } from './history.ts';
import type { Send } from './instances.ts';

// Services that are right as long as nothing goes wrong. The histories must notice them.

/** It takes a lost answer for a success. */
export function hopeful(send: Send): Send {
  return async (operation, request) => {
    const answered = await send(operation, request);
    if (answerOf(answered) !== undefined) return answered;
    const { status, body = '' } = operation.effect(undefined, request).answer;
    return { status, body };
  };
}

/** It looks before it writes. So it takes a plant that its own lost write has stored for another one. */
export function hasty(send: Send): Send {
  const dynamodb = createDocumentClient({ maxAttempts: 3 });
  const lookAndWrite = async (put: PutCommand, options: object) => {
    const Key = { [key]: put.input.Item?.[key] };
    const get = new GetCommand({ TableName, Key, ConsistentRead: true });
    const { Item } = await dynamodb.send(get, options);
    return dynamodb.send(put, options).catch((error) => {
      if (Item === undefined)
        Object.assign(error, { Item: { ...itemOf(otherExample()), ...itemOf(Key) } });
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
