import { createItemFile, itemFileName } from '../../shared/stored-items/item-file.ts';
import { withReports } from '../../shared/stored-items/reports.ts';
import { type Filter, findTable } from '../../shared/stored-items/table.ts';
import type { ItemsAction } from './action.ts';
import type { TableId } from './item-table.ts';

/** Writes the items that a filter lets through into a new file for each table. */
export function finding(ids: readonly TableId[], filter: Filter): ItemsAction {
  return async ({ target, terminal }) => {
    for (const id of ids) {
      const table = await findTable(target.client, target.nameOf(id));
      const file = itemFileName(`found-${id}`);
      const found = createItemFile(file);
      let count = 0;
      const report = () => terminal.note(`Items found in ${id} until now: ${count}.`);
      await withReports(report, async () => {
        for await (const items of table.matchingPages(filter)) {
          found.add(items);
          count += items.length;
        }
      });
      terminal.note(`All of them are in ${file}.`);
    }
  };
}
