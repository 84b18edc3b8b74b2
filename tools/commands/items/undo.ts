import { isDeepStrictEqual } from 'node:util';
import { countItems, readItemFile } from '../../shared/stored-items/item-file.ts';
import { withReports } from '../../shared/stored-items/reports.ts';
import { findTable, type Item } from '../../shared/stored-items/table.ts';
import { workOnEach } from '../../shared/stored-items/work.ts';
import { printableJson } from '../../shared/terminal/printable.ts';
import { typed } from '../../shared/terminal/script.ts';
import type { ItemsAction } from './action.ts';
import type { TableId } from './item-table.ts';

/** Writes the items of a file back, and replaces nothing. */
export function undoing(id: TableId, file: string): ItemsAction {
  return async ({ target, options, carryOut, terminal: { out, note } }) => {
    const table = await findTable(target.client, target.nameOf(id));
    const count = await countItems(file, table);
    const counts = { written: 0, there: 0, other: 0 };
    const add = async (item: Item) => {
      const there = await table.add(item);
      if (there === undefined) counts.written += 1;
      // If an answer is lost, the SDK writes again, and finds what it wrote before.
      else if (isDeepStrictEqual(there, item)) counts.there += 1;
      else {
        counts.other += 1;
        const kept = { kept: table.keyOf(item), because: 'another item is under this key' };
        out(printableJson(JSON.stringify(kept)));
      }
    };
    const report = () => {
      const { written, there, other } = counts;
      note(`Items written: ${written}, there already: ${there}, kept back: ${other}.`);
    };
    const does = `Write the items of ${file} back into ${id}, and replace none: ${count}`;
    const work = () => withReports(report, () => workOnEach(readItemFile(file, table), add));
    const undo = typed('items', `delete --found ${file}${options}`);
    await carryOut({ steps: [{ does, work }], undo, afterwards: [] });
  };
}
