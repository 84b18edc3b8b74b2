import { BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Item } from '../../shared/stored-items/table.ts';

/** How many items one call writes. */
const most = 25;

/** Stores items, and replaces those under the same keys. */
export async function storeAll(
  client: DynamoDBClient,
  table: string,
  items: readonly Item[],
): Promise<void> {
  for (let first = 0; first < items.length; first += most) {
    const batch = items.slice(first, first + most);
    const RequestItems = { [table]: batch.map((Item) => ({ PutRequest: { Item } })) };
    await client.send(new BatchWriteItemCommand({ RequestItems }));
  }
}
