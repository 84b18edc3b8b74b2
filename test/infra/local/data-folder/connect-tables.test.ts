import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openPrepared } from '../../../../infra/local/data-folder/connect-tables.ts';
import { openTables } from '../../../../infra/local/tables/tables.ts';
import type { Table } from '../../../../infra/local/template/table.ts';

function wanted(AttributeName: string) {
  const table: Table = {
    name: 'Plants',
    attributes: [{ AttributeName, AttributeType: 'N' }],
    keys: [{ AttributeName, KeyType: 'HASH' }],
  };
  return { tables: [table], outputs: {} };
}

it('a folder whose tables are not those of the stack is free again at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await (await openPrepared(folder, wanted('id'))).close();
  await expect(openPrepared(folder, wanted('number'))).rejects.toThrow('with another key than');
  await (await openTables(folder)).close();
});
