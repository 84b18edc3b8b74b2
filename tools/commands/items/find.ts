import { createItemFile, itemFileName } from '../stored-items/item-file.ts';
import { withReports } from '../stored-items/reports.ts';
import { findTable } from '../stored-items/table.ts';
import type { ItemsAction } from './action.ts';
import type { conditionOf } from './condition.ts';
import type { TableId } from './item-table.ts';

/** Writes the items that meet a condition into a new file for each table. */
export function finding(
  ids: readonly TableId[],
  condition: ReturnType<typeof conditionOf>,
): ItemsAction {
  return async ({ target, terminal }) => {
    for (const id of ids) {
      const table = await findTable(target.client, target.nameOf(id));
      const file = itemFileName(`found-${id}`);
      const found = createItemFile(file);
      let count = 0;
      const report = () => terminal.note(`Items found in ${id} until now: ${count}.`);
      await withReports(report, async () => {
        for await (const items of table.matchingPages(condition)) {
          found.add(items);
          count += items.length;
        }
      });
      terminal.note(`All of them are in ${file}.`);
    }
  };
}
