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
import { withoutRepetition } from '../aws-client.ts';
import { printable } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/run-command.ts';

// The items of the plain client: their numbers are text, so that none is rounded.
type Item = Record<string, AttributeValue>;
type Found = 'missing' | 'restored' | 'different' | 'there';

export interface Restore {
  /** The restored table, which AWS may still be creating. */
  readonly from: string;
  /** The live table. */
  readonly to: string;
  readonly dryRun: boolean;
  readonly secondsBetweenLooks: number;
}

/** How many items are copied at the same time: a page of a scan holds thousands. */
const batchSize = 25;

/** Copies the missing items to the live table. It never overwrites one. */
export async function restoreMissing(
  client: DynamoDBClient,
  { from, to, dryRun, secondsBetweenLooks }: Restore,
  { out, note }: Terminal,
): Promise<void> {
  const key = keyOf(await whenActive(client, to, secondsBetweenLooks, note));
  const restored = await whenActive(client, from, secondsBetweenLooks, note);
  const live = { client, name: to, key };
  if (!isDeepStrictEqual(restored.KeySchema, [{ AttributeName: key, KeyType: 'HASH' }])) {
    throw new Problem(`${from} and ${to} have different keys: one is not a copy of the other.`);
  }
  const count = { missing: 0, restored: 0, different: 0, there: 0 };
  const restore = async (item: Item) => {
    const found = await (dryRun ? look : put)(live, item);
    count[found]++;
    if (found !== 'there') out(printable(`${found} ${Object.values(item[key] ?? {})[0]}`));
  };
  const pages = paginateScan({ client }, { TableName: from, ConsistentRead: true });
  for await (const { Items = [] } of withoutRepetition(pages)) {
    for (let start = 0; start < Items.length; start += batchSize) {
      await Promise.all(Items.slice(start, start + batchSize).map(restore));
    }
  }
  const done = dryRun
    ? `${count.missing} missing in ${to} (dry run)`
    : `${count.restored} restored to ${to}`;
  note(`${done}; ${count.there} already there, ${count.different} different and not changed.`);
}

const passing: ReadonlySet<string> = new Set(['CREATING', 'UPDATING']);

/** A restore takes up to hours: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery.html */
async function whenActive(
  client: DynamoDBClient,
  TableName: string,
  seconds: number,
  note: Terminal['note'],
): Promise<TableDescription> {
  for (let looks = 0; ; looks++) {
    const table = await describe(client, TableName);
    const { TableStatus: status = 'in an unknown state' } = table;
    if (status === 'ACTIVE') return table;
    if (!passing.has(status))
      throw new Problem(`${TableName} is ${status} and does not become ACTIVE.`);
    if (looks === 0) note(`${TableName} is ${status}: waiting until it is ACTIVE.`);
    await sleep(seconds * 1000);
  }
}

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  try {
    const { Table = {} } = await client.send(new DescribeTableCommand({ TableName }));
    return Table;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    throw new Problem(`There is no table ${TableName} in this region for these credentials.`);
  }
}

function keyOf({ TableName, KeySchema = [] }: TableDescription): string {
  const [key, ...others] = KeySchema;
  if (key?.AttributeName !== undefined && others.length === 0) return key.AttributeName;
  throw new Problem(`${TableName} has a sort key, which no table of the plant store has.`);
}

interface LiveTable {
  readonly client: DynamoDBClient;
  readonly name: string;
  readonly key: string;
}

async function look({ client, name: TableName, key }: LiveTable, item: Item): Promise<Found> {
  const Key = { [key]: item[key] as AttributeValue };
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  if (Item === undefined) return 'missing';
  return isDeepStrictEqual(Item, item) ? 'there' : 'different';
}

async function put(live: LiveTable, Item: Item): Promise<Found> {
  const command = new PutItemCommand({
    TableName: live.name,
    Item,
    ConditionExpression: 'attribute_not_exists(#key)',
    ExpressionAttributeNames: { '#key': live.key },
  });
  try {
    await live.client.send(command);
    return 'restored';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return look(live, Item);
  }
}
