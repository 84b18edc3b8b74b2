import {
  type AttributeValue,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { startDynamodb } from '../../setup/embedded-dynamodb.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const client = new DynamoDBClient();

const tableName = 'Tokens';
const digest = { S: 'compared' };
const [one, two] = [{ N: '1' }, { N: '2' }];

/** Whether a write with this condition is done, if the item has this value. */
async function holds(condition: string, stored: AttributeValue, compared: AttributeValue) {
  await client.send(new PutItemCommand({ TableName: tableName, Item: { digest, fern: stored } }));
  const update = new UpdateItemCommand({
    TableName: tableName,
    Key: { digest },
    UpdateExpression: 'SET written = :compared',
    ConditionExpression: condition,
    ExpressionAttributeValues: { ':compared': compared },
  });
  return client.send(update).then(
    () => true,
    (error) => (error.name === 'ConditionalCheckFailedException' ? false : Promise.reject(error)),
  );
}

it.each<[boolean, AttributeValue, AttributeValue]>([
  [true, { M: {} }, { M: {} }],
  [true, { M: { a: one, b: { L: [{ S: '' }] } } }, { M: { b: { L: [{ S: '' }] }, a: one } }],
  [false, { M: { a: one } }, { M: { a: one, b: one } }],
  [false, { M: { a: { M: { b: one } } } }, { M: { a: { M: { b: two } } } }],
  [true, { L: [one, { NULL: true }, { M: {} }] }, { L: [one, { NULL: true }, { M: {} }] }],
  [false, { L: [one, two] }, { L: [two, one] }],
  [false, { L: [one] }, { L: [one, one] }],
  [false, { L: [] }, { M: {} }],
])('a condition says %j of the equality of %j and %j', async (isEqual, stored, compared) => {
  expect(await holds('fern = :compared', stored, compared)).toBe(isEqual);
  expect(await holds('fern IN (:compared)', stored, compared)).toBe(isEqual);
  expect(await holds('NOT (fern <> :compared)', stored, compared)).toBe(isEqual);
  const path = { M: { oak: { L: [stored] } } };
  expect(await holds('fern.oak[0] = :compared', path, compared)).toBe(isEqual);
});

const other = { digest, fern: two };

interface Options {
  readonly TableName: string;
  readonly ConditionExpression: string;
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD';
}

it.each([
  ['PutItem', (options: Options) => client.send(new PutItemCommand({ ...options, Item: other }))],
  [
    'UpdateItem',
    (options: Options) => client.send(new UpdateItemCommand({ ...options, Key: { digest } })),
  ],
  [
    'DeleteItem',
    (options: Options) => client.send(new DeleteItemCommand({ ...options, Key: { digest } })),
  ],
])(
  '%s with a condition that is not met returns the item that is there, if it was asked to',
  async (_, write) => {
    const Item = { digest, fern: one };
    await client.send(new PutItemCommand({ TableName: tableName, Item }));
    const options = { TableName: tableName, ConditionExpression: 'attribute_not_exists(fern)' };
    const name = 'ConditionalCheckFailedException';
    const wanted = { ...options, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
    await expect(write(wanted)).rejects.toMatchObject({ name, Item });
    await expect(write(options)).rejects.toMatchObject({ name, Item: undefined });
  },
);
