import { once } from 'node:events';
import { connect } from 'node:net';
import { DescribeTableCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { tablesPath } from '../../../../tools/local/tables/data-folder.ts';
import { openDatabase } from '../../../../tools/local/tables/sqlite.ts';
import { openStackTables, retryWhileInUse } from '../../../../tools/local/tables/stack-tables.ts';
import { createTables, localClient, openTables } from '../../../../tools/local/tables/tables.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';
import { storedIds } from '../../commands/start/plants.ts';
import { tableOf } from './table-of.ts';

const { url, close } = await openTables(undefined);
const client = localClient(url);
afterAll(async () => {
  client.destroy();
  await close();
});
await createTables(client, [tableOf('id'), tableOf('id', 'Large')]);

it('an upload that breaks off does not end the tables', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{');
  socket.resetAndDestroy();
  expect(await storedIds(url, 'Plants')).toEqual(new Set());
});

it.each(['a', '🌿'])('an item is as large as its bytes, here those of %s', async (letter) => {
  const put = (bytes: number) => {
    const rest = bytes - 'idname'.length - 2;
    const letters = letter.repeat(Math.floor(rest / Buffer.byteLength(letter)));
    const text = letters + 'a'.repeat(rest - Buffer.byteLength(letters));
    const Item = { id: { N: '1' }, name: { S: text } };
    return client.send(new PutItemCommand({ TableName: 'Large', Item }));
  };
  await put(409_600);
  await expect(put(409_601)).rejects.toThrow('Item size has exceeded the maximum allowed size');
});

it('a folder with the tables of another stack is refused', async () => {
  const folder = temporaryFolder();
  const open = (key: string) => openStackTables(folder, { tables: [tableOf(key)], outputs: {} });
  await (await open('id')).close();
  await expect(open('number')).rejects.toThrow(
    "The table Plants has another key than the template's; use another store.",
  );
});

it('a folder that another process uses is tried again for a while, then refused', async () => {
  const folder = temporaryFolder();
  const held = await openTables(tablesPath(folder));
  onTestFinished(held.close);
  const inUse = await openTables(tablesPath(folder)).catch((error: unknown) => error);
  const open = vi.fn(() => Promise.reject(inUse));
  const sentence = `Another process uses the data folder ${folder}; end it, or use another folder.`;
  await expect(retryWhileInUse(open, 1)).rejects.toThrow(sentence);
  expect(open.mock.calls.length).toBeGreaterThan(1);
});

it('a table that a killed start left half done is usable', async () => {
  const folder = temporaryFolder();
  const sqlite = openDatabase(folder);
  const { keys: KeySchema, attributes: AttributeDefinitions } = tableOf('id');
  const half = { TableName: 'Plants', TableStatus: 'CREATING', KeySchema, AttributeDefinitions };
  const text = JSON.stringify(half);
  const key = 'table~Plants';
  sqlite.prepare('INSERT INTO entries VALUES (?, ?)').run(key, text);
  sqlite.close();
  const tables = await openTables(folder);
  const own = localClient(tables.url);
  onTestFinished(async () => {
    own.destroy();
    await tables.close();
  });
  await createTables(own, [tableOf('id')]);
  await own.send(new PutItemCommand({ TableName: 'Plants', Item: { id: { N: '7' } } }));
  const { Table } = await own.send(new DescribeTableCommand({ TableName: 'Plants' }));
  expect(Table?.TableStatus).toBe('ACTIVE');
});
