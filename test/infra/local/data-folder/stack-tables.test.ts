import { expect, it } from 'vitest';
import { openStackTables } from '../../../../infra/local/data-folder/stack-tables.ts';
import { openTables } from '../../../../infra/local/tables/tables.ts';
import type { Table } from '../../../../infra/local/template/table.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

function wanted(AttributeName: string) {
  const table: Table = {
    name: 'Plants',
    attributes: [{ AttributeName, AttributeType: 'N' }],
    keys: [{ AttributeName, KeyType: 'HASH' }],
  };
  return { tables: [table], outputs: {} };
}

it('a folder whose tables are not those of the stack is free again at once', async () => {
  const folder = temporaryFolder();
  await (await openStackTables(folder, wanted('id'))).close();
  await expect(openStackTables(folder, wanted('number'))).rejects.toThrow('has another key than');
  await (await openTables(folder)).close();
});
