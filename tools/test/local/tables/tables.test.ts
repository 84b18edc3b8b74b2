import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { ListTablesCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { tables } from '../../../../functions/service.ts';
import {
  createLocalClient,
  createTables,
  openClient,
  openTables,
} from '../../../local/tables/tables.ts';
import { tableKey } from '../../setup/contract.ts';
import { createTable } from '../../setup/embedded-dynamodb.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

/** The tables of a folder, or those in memory, and a client. */
async function opened(folder?: string) {
  const { close, url } = await openTables(folder);
  const client = createLocalClient(url);
  onTestFinished(async () => {
    client.destroy();
    await close();
  });
  return { url, client };
}

it('an upload that breaks off does not end the tables', async () => {
  const { url, client } = await opened();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{');
  socket.resetAndDestroy();
  expect(await client.send(new ListTablesCommand())).toMatchObject({ TableNames: [] });
});

const item = { digest: { S: '1' } };

it('a new table takes items at once, and a store that closes then prints nothing', async () => {
  const printed = vi.spyOn(console, 'error');
  const soon = setTimeout;
  // As on a busy machine.
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => soon(work, ms + 100));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { url, close } = await openTables(undefined);
  const client = createLocalClient(url);
  await createTables(client);
  await client.send(new PutItemCommand({ TableName: 'Tokens', Item: item }));
  client.destroy();
  await close();
  await delay(200);
  expect(printed).not.toHaveBeenCalled();
});

it('a write that a full disk refuses fails with the file, and the next one is stored', async () => {
  const { client } = await opened(temporaryFolder());
  await createTables(client);
  const put = () => client.send(new PutItemCommand({ TableName: 'Tokens', Item: item }));
  const full = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(() => {
    throw new Error('database or disk is full');
  });
  const refused = await put().catch(String);
  full.mockRestore();
  expect(refused).toContain('tables.sqlite: database or disk is full');
  await put();
});

it('tables with a key of another type are refused, and the user is told what to do', async () => {
  const { client } = await opened();
  await createTable(client, 'Plants', { ...tableKey, AttributeType: 'B' });
  await expect(createTables(client)).rejects.toThrow(
    new RegExp(`Plants .*${tables.Plants.key} .*Delete .*--data`),
  );
});

it('a folder whose service was killed leads to no other service, which has its ports', async () => {
  const folder = temporaryFolder();
  const { url } = await opened();
  await (await openTables(folder)).close();
  const run = JSON.stringify({ pid: process.pid, url, dynamodb: url });
  writeFileSync(join(folder, 'run.json'), run);
  const store = await openClient(folder);
  const { hostname, port } = (await store.client.config.endpoint?.()) ?? expect.fail();
  expect(`http://${hostname}:${port}`).not.toBe(url);
  await store.close();
});
