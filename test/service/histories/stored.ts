import {
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { exactJson } from '../../../functions/http/answer.ts';
import { exampleKey, itemOf, tableName as TableName } from '../../../tools/test/setup/contract.ts';
import type { Item, Received } from '../../setup/effect.ts';
import { type Operation, operations } from '../../setup/operations.ts';

type RawItem = ReturnType<typeof itemOf>;

/** Reads and writes the item with a number in the table, beside the service. */
export function openItems(endpoint: string) {
  const client = new DynamoDBClient({ endpoint });
  return {
    read: async (number: number): Promise<RawItem | undefined> => {
      const Key = exampleKey(number);
      return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
    },
    write: async (number: number, item: Item | undefined): Promise<void> => {
      await (item === undefined
        ? client.send(new DeleteItemCommand({ TableName, Key: exampleKey(number) }))
        : client.send(new PutItemCommand({ TableName, Item: itemOf(item) })));
    },
    close: () => client.destroy(),
  };
}

/** One of the requests of an operation, to one item. */
export interface Step {
  readonly operation: Operation;
  readonly request: Received;
}

/** Requests of all operations to the item with this number: of each at most `count`. */
export function stepsTo(number: number, count: number, sender: Sender): readonly Step[] {
  return operations.flatMap((operation) =>
    operation
      .requests(number)
      .slice(0, count)
      .map((sent) => {
        return { operation, request: { body: undefined, ...sent, ...sender } };
      }),
  );
}

export type Sender = Pick<Received, 'client' | 'lastFour' | 'time'>;

/** An operation that counts its requests would make another item without end. */
const maxStates = 50;

/** What can be stored under a key: what these requests make of a free one, in any order. */
export function statesAfter(steps: readonly Step[]): readonly (Item | undefined)[] {
  const states = new Map<string, Item | undefined>([['free', undefined]]);
  // A map that grows while it is read: also what the requests make of these.
  for (const stored of states.values()) {
    if (states.size > maxStates) break;
    for (const { operation, request } of steps) {
      const then = operation.effect(stored, request).stored;
      if (then !== undefined) states.set(exactJson(then), then);
    }
  }
  return [...states.values()];
}
