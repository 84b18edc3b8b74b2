import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { ItemsAction } from './action.ts';
import { documentsOf, lineOfItem } from './item-line.ts';
import type { TableId } from './item-table.ts';

/** Prints all items of these tables. */
export function listing(ids: readonly TableId[]): ItemsAction {
  return async ({ target, terminal }) => {
    const client = documentsOf(target);
    for (const id of ids) {
      const pages = paginateScan({ client }, { TableName: target.nameOf(id) });
      for await (const { Items = [] } of pages) {
        for (const item of Items) terminal.out(lineOfItem(item));
      }
    }
  };
}
