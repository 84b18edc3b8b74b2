import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { StatementSync } from 'node:sqlite';
import {
  type AttributeValue,
  BatchWriteItemCommand,
  ListTablesCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
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

  const read = vi.spyOn(StatementSync.prototype, 'all');
  const rowsRead = () => read.mock.results.reduce((sum, { value }) => sum + value.length, 0);
  let next: Record<string, AttributeValue> | undefined;
  const scan = async (Limit?: number) => {
    read.mockClear();
    const page = { TableName: 'Plants', Limit, ExclusiveStartKey: next };
    const { Count = 0, LastEvaluatedKey } = await client.send(new ScanCommand(page));
    next = LastEvaluatedKey;
    return Count;
  };
  await client.send(new ListTablesCommand());
  expect(rowsRead()).toBe(1);
  expect(await scan(3)).toBe(3);
  expect(rowsRead()).toBeLessThan(10);
  let count = await scan();
  expect(count).toBeLessThan(stored / 2);
  expect(rowsRead()).toBeLessThan(count + 100);
  while (next) count += await scan();
  expect(count + 3).toBe(stored);
});
