import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  type UpdatePlantBody,
  type UpdatePlantRequest,
  updatePlantBodyFields,
} from '../contract/update-plant.generated.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { Failure } from '../http/failure.ts';
import type { Caller } from '../http/gateway-event.ts';
import { tooLarge } from '../http/item-size.ts';
import { notFound } from '../http/not-found.ts';
import { isRefusedForItsSize, storeFailureOf } from '../http/store-failure.ts';
import { holdsBody } from '../http/stored-item.ts';
import { tables } from '../service.ts';
import { addedAttributes } from '../shared/added-attributes.ts';

const { key } = tables.Plants;
const { deleted } = addedAttributes;

/**
 * Replaces the fields of a plant, if it still has the version that the client has read. `refuseReservedId` stands before it,
 * and needs the caller.
 */
export type UpdatePlant = (
  plant: UpdatePlantRequest['pathParameters'] & UpdatePlantBody,
  signal: AbortSignal,
  caller?: Caller,
) => Promise<void>;

export function plantStore(dynamodb: DocumentClient, table: string): UpdatePlant {
  return async ({ [key]: id, ...body }, signal) => {
    const written = afterUpdate(body);
    const update = new UpdateCommand({
      TableName: table,
      Key: { [key]: id },
      ...expressionsFor(written, body.version),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await dynamodb.send(update, { abortSignal: signal });
    } catch (error) {
      if (isRefusedForItsSize(error)) throw tooLarge(error);
      const { name, Item } = error as Partial<ConditionalCheckFailedException>;
      if (name !== 'ConditionalCheckFailedException') throw storeFailureOf(error);
      if (Item === undefined || Item[deleted]) throw notFound({ [key]: id });
      // A client that got no answer sends its update again. Then the item is what this update has made of it.
      if (!holdsBody(Item, written, updatePlantBodyFields)) throw changed(id);
    }
  };
}

/** What an update writes. Each update makes a new version. */
export function afterUpdate(body: UpdatePlantBody): UpdatePlantBody {
  return { ...body, version: body.version + 1n };
}

/**
 * Sets the fields that the request has, removes the others, and leaves all other attributes as they are. Without a tag, and
 * with version 2, it is `SET #2 = :2, #4 = :4 REMOVE #3`, on the condition
 * `attribute_exists(#0) AND attribute_not_exists(#1) AND (#4 = :read)`.
 */
function expressionsFor(written: UpdatePlantBody, version: bigint) {
  const fields = Object.keys(updatePlantBodyFields) as (keyof UpdatePlantBody)[];
  const set = fields.filter((name) => written[name] !== undefined);
  const removed = fields.filter((name) => written[name] === undefined);
  // By number, because the name of a field can have a hyphen, and a placeholder cannot.
  const named: readonly string[] = [key, deleted, ...fields];
  const nameFor = (name: string) => `#${named.indexOf(name)}`;
  const valueFor = (name: string) => `:${named.indexOf(name)}`;
  const setting = set.map((name) => `${nameFor(name)} = ${valueFor(name)}`).join(', ');
  const remove = removed.length > 0 ? ` REMOVE ${removed.map(nameFor).join(', ')}` : '';
  const isThere = `attribute_exists(${nameFor(key)}) AND attribute_not_exists(${nameFor(deleted)})`;
  // A plant that was never updated has no version.
  const isFirst = version === 1n ? `attribute_not_exists(${nameFor('version')}) OR ` : '';
  const names = named.map((name) => [nameFor(name), name]);
  const values = set.map((name) => [valueFor(name), written[name]]);
  return {
    UpdateExpression: `SET ${setting}${remove}`,
    ConditionExpression: `${isThere} AND (${isFirst}${nameFor('version')} = :read)`,
    ExpressionAttributeNames: Object.fromEntries(names),
    ExpressionAttributeValues: { ...Object.fromEntries(values), ':read': version },
  };
}

function changed(id: unknown): Failure {
  return new Failure('changed', `the plant with the ${key} ${id} has another version`);
}
