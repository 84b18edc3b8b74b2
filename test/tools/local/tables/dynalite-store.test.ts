import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { StatementSync } from 'node:sqlite';
import { BatchWriteItemCommand, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { database, dynalite } from '../../../../tools/local/tables/dynalite.ts';
import { storeIn } from '../../../../tools/local/tables/dynalite-store.ts';
import { openDatabase } from '../../../../tools/local/tables/sqlite.ts';
import { createTables, localClient } from '../../../../tools/local/tables/tables.ts';
import { tableOf } from './table-of.ts';

const stored = 1_000;

it('a list of tables and a page of a scan read what they return, not the whole store', async () => {
  const { create } = database;
  const sqlite = openDatabase(undefined);
  storeIn(sqlite, () => {});
  const server = dynalite().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = localClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    database.create = create;
    client.destroy();
    server.close();
    vi.restoreAllMocks();
  });
  await createTables(client, [tableOf('id')]);
  for (let from = 0; from < stored; from += 25) {
    const Plants = Array.from({ length: 25 }, (_, index) => ({
      PutRequest: { Item: { id: { N: `${from + index}` }, name: { S: 'a'.repeat(5_000) } } },
    }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { Plants } }));
  }

  let rows = 0;
  const { all } = StatementSync.prototype;
  vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (
    this: StatementSync,
    ...values
  ) {
    const found = all.apply(this, values);
    rows += found.length;
    return found;
  });
  const read = async (work: () => Promise<unknown>) => {
    rows = 0;
    await work();
    return rows;
  };
  expect(await read(() => client.send(new ListTablesCommand()))).toBe(1);
  let next: Record<string, never> | undefined;
  const scan = async (Limit?: number) => {
    const page = await client.send(
      new ScanCommand({ TableName: 'Plants', Limit, ExclusiveStartKey: next }),
    );
    next = page.LastEvaluatedKey as typeof next;
    return page.Count ?? 0;
  };
  let count = 0;
  const first = await read(async () => (count = await scan()));
  expect(count).toBeGreaterThan(100);
  expect(count).toBeLessThan(1_000);
  expect(first).toBeLessThan(count + 100);
  expect(await read(() => scan(3))).toBeLessThan(10);
  while (next) count += await scan();
  expect(count + 3).toBe(stored);
});
