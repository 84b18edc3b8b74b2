import { tables } from '../../../functions/service.ts';
import { deleteUnchanged } from '../../shared/stored-items/delete-unchanged.ts';
import { countItems, createItemFile, itemFileName } from '../../shared/stored-items/item-file.ts';
import { findTable } from '../../shared/stored-items/table.ts';
import { typed } from '../../shared/terminal/script.ts';
import type { ActionContext, ItemsAction } from './action.ts';
import type { TableId } from './item-table.ts';
import { type Key, keyItem } from './key.ts';
import { missingItem } from './missing-item.ts';

/** Deletes one item, which stays in a new file. */
export function deleting(id: TableId, key: Key): ItemsAction {
  return async (context) => {
    const { target, terminal, carryOut } = context;
    const table = await findTable(target.client, target.nameOf(id));
    const item = await table.find(keyItem(tables[id], key));
    if (item === undefined) throw missingItem(id, key, target);
    const file = itemFileName(`deleted-${id}`);
    const work = async () => {
      createItemFile(file).add([item]);
      await deleteUnchanged(file, table, terminal);
    };
    const does = `Delete the item with the ${table.key} ${key} from ${id}`;
    await carryOut({ steps: [{ does, work }], undo: undoOf(file, context), afterwards: [] });
  };
}

/** Deletes what an earlier command has found, unless it was changed since. */
export function deletingFound(id: TableId, file: string): ItemsAction {
  return async (context) => {
    const { target, terminal, carryOut } = context;
    const table = await findTable(target.client, target.nameOf(id));
    const count = await countItems(file, table);
    const does = `Delete from ${id} the items of ${file} that nobody has changed since: ${count}`;
    const work = () => deleteUnchanged(file, table, terminal);
    await carryOut({ steps: [{ does, work }], undo: undoOf(file, context), afterwards: [] });
  };
}

function undoOf(file: string, { options }: ActionContext): string {
  return typed('items', `undo ${file}${options}`);
}
