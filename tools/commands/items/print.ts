import {
  DynamoDBDocumentClient,
  GetCommand,
  NumberValue,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import { tables } from '../../../functions/service.ts';
import { Problem } from '../../../infra/project/problem.ts';
import type { Target } from '../target/target.ts';
import { printableJson } from '../terminal/printable.ts';
import type { ItemsAction } from './action.ts';
import type { TableId } from './item-table.ts';
import type { Key } from './key.ts';

/** Prints all items of these tables. */
export function listing(ids: readonly TableId[]): ItemsAction {
  return async ({ target, terminal }) => {
    const client = documentsOf(target);
    for (const id of ids) {
      const pages = paginateScan({ client }, { TableName: target.nameOf(id) });
      for await (const { Items = [] } of pages) {
        for (const item of Items) terminal.out(lineOf(item));
      }
    }
  };
}

/** Prints the item with this key. */
export function reading(id: TableId, key: Key): ItemsAction {
  return async ({ target, terminal }) => {
    const Key = { [tables[id].key]: key };
    const get = new GetCommand({ TableName: target.nameOf(id), Key, ConsistentRead: true });
    const { Item } = await documentsOf(target).send(get);
    if (Item === undefined) throw missing(id, key, target);
    terminal.out(lineOf(Item));
  };
}

export function missing(id: TableId, key: Key, target: Target): Problem {
  return new Problem(`${id} has no item with the ${tables[id].key} ${key} in ${target.name}.`);
}

function documentsOf({ client }: Target): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { unmarshallOptions: { wrapNumbers: true } });
}

function lineOf(item: object): string {
  return printableJson(jsonOf(item));
}

/** The digits of each number as they are stored. JSON.rawJSON does the same, but Node 20 in CloudShell lacks it. */
function jsonOf(value: unknown): string {
  if (value instanceof NumberValue) return value.value;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (Object.getPrototypeOf(Object(value)) !== Object.prototype) return JSON.stringify(value);
  const members = Object.entries(value as object).map(
    ([name, member]) => `${JSON.stringify(name)}:${jsonOf(member)}`,
  );
  return `{${members.join(',')}}`;
}
