import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DescribeTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { Problem } from '../../problem.ts';
import { printable } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/run-command.ts';

// The items of the plain client: their numbers are text, so that none is rounded.
type Item = Record<string, AttributeValue>;

/** How many items are copied at the same time: a page of a scan holds thousands. */
const batchSize = 25;

/** Copies the missing items to the live table. It never overwrites one. AWS can still be creating the other table. */
export async function restoreMissing(
  client: DynamoDBClient,
  { from, to, dryRun }: { readonly from: string; readonly to: string; readonly dryRun: boolean },
  { out, note }: Terminal,
  secondsBetweenLooks = 15,
): Promise<void> {
  const live = await whenActive(client, to, secondsBetweenLooks, note);
  const restored = await whenActive(client, from, secondsBetweenLooks, note);
  const [{ AttributeName: key = '' } = {}, sortKey] = live.KeySchema ?? [];
  if (sortKey !== undefined || !isDeepStrictEqual(live.KeySchema, restored.KeySchema)) {
    throw new Problem(`${from} and ${to} must have the same partition key, and no sort key.`);
  }
  const restore = dryRun ? look : put;
  const count = { missing: 0, restored: 0, different: 0, there: 0 };
  const pages = paginateScan({ client }, { TableName: from, ConsistentRead: true });
  for await (const { Items = [] } of pages) {
    for (let start = 0; start < Items.length; start += batchSize) {
      const batch = Items.slice(start, start + batchSize).map(async (item) => {
        const found = await restore(item);
        count[found] += 1;
        if (found !== 'there') out(printable(`${found} ${Object.values(item[key] ?? {})[0]}`));
      });
      await Promise.all(batch);
    }
  }
  const done = dryRun
    ? `${count.missing} missing in ${to} (dry run)`
    : `${count.restored} restored to ${to}`;
  note(`${done}; ${count.there} already there, ${count.different} different and not changed.`);

  async function look(item: Item): Promise<keyof typeof count> {
    const Key = { [key]: item[key] as AttributeValue };
    const command = new GetItemCommand({ TableName: to, Key, ConsistentRead: true });
    const { Item } = await client.send(command);
    if (Item === undefined) return 'missing';
    return isDeepStrictEqual(Item, item) ? 'there' : 'different';
  }

  async function put(Item: Item): Promise<keyof typeof count> {
    const condition = {
      ConditionExpression: 'attribute_not_exists(#key)',
      ExpressionAttributeNames: { '#key': key },
    };
    try {
      await client.send(new PutItemCommand({ TableName: to, Item, ...condition }));
      return 'restored';
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return look(Item);
    }
  }
}

/** A restore takes up to hours: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery.html */
async function whenActive(
  client: DynamoDBClient,
  TableName: string,
  seconds: number,
  note: Terminal['note'],
): Promise<TableDescription> {
  for (let looks = 0; ; looks += 1) {
    const { Table = {} } = await client
      .send(new DescribeTableCommand({ TableName }))
      .catch((error: unknown) => {
        if (!(error instanceof ResourceNotFoundException)) throw error;
        throw new Problem(`There is no table ${TableName} in this region for these credentials.`);
      });
    const { TableStatus: status = 'in an unknown state' } = Table;
    if (status === 'ACTIVE') return Table;
    if (status !== 'CREATING' && status !== 'UPDATING') {
      throw new Problem(`${TableName} is ${status} and does not become ACTIVE.`);
    }
    if (looks === 0) note(`${TableName} is ${status}: waiting until it is ACTIVE.`);
    await sleep(seconds * 1000);
  }
}
