import { expect, it } from 'vitest';
import { openStackTables } from '../../../../tools/local/tables/stack-tables.ts';
import { openTables } from '../../../../tools/local/tables/tables.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { tableOf } from './table-of.ts';

function wanted(key: string) {
  return { tables: [tableOf(key)], outputs: {} };
}

it('a folder with the tables of another stack is refused, and is free again immediately', async () => {
  const folder = temporaryFolder();
  await (await openStackTables(folder, wanted('id'))).close();
  await expect(openStackTables(folder, wanted('number'))).rejects.toThrow(
    "The table Plants has another key than the template's; use another store.",
  );
  await (await openTables(folder)).close();
});
