import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
  type ScanCommandInput,
} from '@aws-sdk/client-dynamodb';
import { UsageError } from '../usage-error.ts';
import { atOnce } from './work.ts';

export type Item = Record<string, AttributeValue>;

/**
 * A table of which only the name is known, and how to read, add and delete its whole items. Commands that change a part of
 * an item, or delete by another condition, make their own calls.
 */
export type Table = Awaited<ReturnType<typeof findTable>>;

/** What a scan lets through. */
export type Filter = Pick<
  ScanCommandInput,
  'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** What a table did with an item that it should delete, or why it kept the item. */
export type Removal = 'deleted' | 'absent' | 'changed' | 'too many attributes';

/**
 * How many attributes the condition of a deletion can compare. Each needs `=` and `AND`, and `unchanged` below adds a
 * function: AWS allows 300 operators and functions.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters
 */
export const mostCompared = 149;

export async function findTable(client: DynamoDBClient, name: string) {
  const { key, keyType } = await keyOfTable(client, name);
  const keyOf = (item: Item) => ({ [key]: item[key] as AttributeValue });
  const place = (item: Item) => ({ TableName: name, Key: keyOf(item) });

  async function find(item: Item): Promise<Item | undefined> {
    const get = new GetItemCommand({ ...place(item), ConsistentRead: true });
    return (await client.send(get)).Item;
  }

  return {
    name,
    /** The name of its key. */
    key,
    keyType,
    keyOf,
    find,

    async *pages(): AsyncGenerator<Item[]> {
      const pages = paginateScan({ client }, { TableName: name, Limit: atOnce });
      for await (const { Items = [] } of pages) yield Items;
    },

    /** The items that a filter lets through, also those that were stored just before. */
    async *matchingPages(filter: Filter): AsyncGenerator<Item[]> {
      const pages = paginateScan({ client }, { TableName: name, ConsistentRead: true, ...filter });
      for await (const { Items = [] } of pages) yield Items;
    },

    /** Adds an item, or returns the one that is there because a client was faster. */
    async add(item: Item): Promise<Item | undefined> {
      const put = new PutItemCommand({
        TableName: name,
        Item: item,
        ConditionExpression: 'attribute_not_exists(#key)',
        ExpressionAttributeNames: { '#key': key },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      try {
        await client.send(put);
        return undefined;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return error.Item;
        throw error;
      }
    },

    /** Deletes an item if it is still this one. */
    async remove(item: Item): Promise<Removal> {
      // No condition can say that an item has no other attributes, so the whole item is compared here first.
      const there = await find(item);
      if (there === undefined) return 'absent';
      if (!isDeepStrictEqual(there, item)) return 'changed';
      // It can be changed until it is deleted. A condition on a part of it would not see that.
      if (Object.keys(item).length > mostCompared) return 'too many attributes';
      try {
        await client.send(new DeleteItemCommand({ ...place(item), ...unchanged(item) }));
        return 'deleted';
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // If an answer is lost, the SDK deletes again, and finds nothing.
        return (await find(item)) === undefined ? 'deleted' : 'changed';
      }
    },
  };
}

async function keyOfTable(client: DynamoDBClient, TableName: string) {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const key = `${Table?.KeySchema?.[0]?.AttributeName}`;
    const definition = Table?.AttributeDefinitions?.find((one) => one.AttributeName === key);
    return { key, keyType: definition?.AttributeType ?? 'S' };
  } catch (error) {
    const { name } = error as Error;
    // The second one is the answer to what cannot be a name.
    if (name !== 'ResourceNotFoundException' && name !== 'ValidationException') throw error;
    throw new UsageError(
      `There is no table ${TableName}. Look at its name, at AWS_PROFILE and at AWS_REGION.`,
    );
  }
}

/**
 * The condition that no attribute was changed since. It cannot exclude new attributes, but this service adds only one
 * later: `revoked`, to a token.
 */
function unchanged(item: Item) {
  const attributes = Object.entries(item);
  const conditions = attributes.map((_, index) => `#${index} = :${index}`);
  if (item['revoked'] === undefined) conditions.push('attribute_not_exists(revoked)');
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(
      attributes.map(([name], index) => [`#${index}`, name]),
    ),
    ExpressionAttributeValues: Object.fromEntries(
      attributes.map(([, value], index) => [`:${index}`, value]),
    ),
  };
}
