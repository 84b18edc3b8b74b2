import { isDeepStrictEqual } from 'node:util';
import { authorizer, tables } from '../../../functions/service.ts';
import { addedAttributes } from '../../../functions/shared/added-attributes.ts';
import { createItemFile, itemFileName } from '../../shared/stored-items/item-file.ts';
import { withReports } from '../../shared/stored-items/reports.ts';
import type { Item, Table } from '../../shared/stored-items/table.ts';
import { printableJson } from '../../shared/terminal/printable.ts';
import { typed } from '../../shared/terminal/script.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import { idOf } from '../token/token-id.ts';

/** Writes what the table has lost. An item that is there stays as it is. */
export async function restore(copy: Table, table: Table, { out, note }: Terminal): Promise<void> {
  const print = (value: object) => out(printableJson(JSON.stringify(value)));
  const printIfOther = (item: Item, there: Item | undefined) => {
    if (there !== undefined && !haveSameFields(item, there)) print(item);
  };
  // Each run has its own file: its undo deletes nothing of an earlier restore.
  const file = itemFileName(copy.name);
  const added = createItemFile(file);
  note(`To undo it: ${typed('restore', `--undo ${file} ${table.name}`)}`);
  let read = 0;
  let missing = 0;
  const report = () => note(`Items read: ${read}, missing: ${missing}.`);
  await withReports(report, async () => {
    for await (const items of copy.pages()) {
      const there = await Promise.all(items.map(table.find));
      for (const [index, item] of items.entries()) printIfOther(item, there[index]);
      const lost = items.filter((_, index) => there[index] === undefined);
      // Before the first of them is written: an undo knows all that a killed restore has written.
      added.add(lost);
      for (const item of lost) if (isValidToken(item, table)) print(described(item));
      const add = async (item: Item) => printIfOther(item, await table.add(item));
      await Promise.all(lost.map(add));
      read += items.length;
      missing += lost.length;
    }
  });
}

/** A client can have sent a lost item again: then only what the service adds to each item differs. */
function haveSameFields(one: Item, other: Item): boolean {
  return isDeepStrictEqual(fieldsOf(one), fieldsOf(other));
}

function fieldsOf(item: Item): Item {
  const added: readonly string[] = Object.values(addedAttributes);
  return Object.fromEntries(Object.entries(item).filter(([name]) => !added.includes(name)));
}

/** A token can have been revoked after the copy was made: the operator revokes it again. */
function isValidToken({ expires, revoked }: Item, table: Table): boolean {
  if (table.key !== tables[authorizer.table].key || revoked !== undefined) return false;
  return expires === undefined || Number(expires.N) > Date.now() / 1000;
}

/** A token as the operator knows it from `npm run token -- list`. */
function described({ digest, client, lastFour }: Item): object {
  return { valid: idOf(`${digest?.S}`), client: client?.S, lastFour: lastFour?.S };
}
