import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { tables } from '../../../functions/service.ts';
import type { ItemsAction } from './action.ts';
import { documentsOf, lineOfItem } from './item-line.ts';
import type { TableId } from './item-table.ts';
import type { Key } from './key.ts';
import { missingItem } from './missing-item.ts';

/** Prints the item with this key. */
export function reading(id: TableId, key: Key): ItemsAction {
  return async ({ target, terminal }) => {
    const Key = { [tables[id].key]: key };
    const get = new GetCommand({ TableName: target.nameOf(id), Key, ConsistentRead: true });
    const { Item } = await documentsOf(target).send(get);
    if (Item === undefined) throw missingItem(id, key, target);
    terminal.out(lineOfItem(Item));
  };
}
