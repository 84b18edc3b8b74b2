import { tables } from '../../../functions/service.ts';
import { countNotes, createNotes } from '../restore/notes.ts';
import { findTable } from '../restore/table.ts';
import { removeNoted } from '../restore/undo.ts';
import { typed } from '../terminal/script.ts';
import type { Command, Run } from './command.ts';
import { fileFor } from './file-for.ts';
import type { TableId } from './item-table.ts';
import { type Key, keyItem } from './key.ts';
import { missing } from './print.ts';

/** Deletes one item, which stays in a new file. */
export function deletion(id: TableId, key: Key): Command {
  return async (run) => {
    const { target, terminal, change } = run;
    const table = await findTable(target.client, target.nameOf(id));
    const item = await table.find(keyItem(tables[id], key));
    if (item === undefined) throw missing(id, key, target);
    const file = fileFor('deleted', id);
    const work = async () => {
      createNotes(file).add([item]);
      await removeNoted(file, table, terminal);
    };
    const does = `Delete the item with the ${table.key} ${key} from ${id}`;
    await change({ steps: [{ does, work }], undo: undoOf(file, run), afterwards: [] });
  };
}

/** Deletes what an earlier command has found, unless it was changed since. */
export function deletionOfFound(id: TableId, file: string): Command {
  return async (run) => {
    const { target, terminal, change } = run;
    const table = await findTable(target.client, target.nameOf(id));
    const count = await countNotes(file, table);
    const does = `Delete from ${id} the items of ${file} that nobody has changed since: ${count}`;
    const work = () => removeNoted(file, table, terminal);
    await change({ steps: [{ does, work }], undo: undoOf(file, run), afterwards: [] });
  };
}

function undoOf(file: string, { options }: Run): string {
  return typed('items', `undo ${file}${options}`);
}
