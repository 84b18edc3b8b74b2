import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Problem } from '../../../../infra/project/problem.ts';
import { anyLoopbackPort } from '../../../local/server.ts';
import type { OnBroken } from '../../../local/tables/dynalite-store.ts';
import { FolderInUse } from '../../../local/tables/sqlite.ts';
import {
  createLocalClient,
  createTables,
  openClient,
  serveTables,
} from '../../../local/tables/tables.ts';
import { UsageError } from '../../../shared/usage-error.ts';
import { tableKey, tableName } from '../../setup/contract.ts';
import { createTable } from '../../setup/embedded-dynamodb.ts';
import { onWindows } from '../../setup/system.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

/** The tables of a folder, or those in memory, and a client. */
async function opened(folder?: string, onBroken?: OnBroken) {
  const { close, url } = await serveTables(folder, anyLoopbackPort, onBroken);
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
  const { url, close } = await serveTables();
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
  expect(refused).toMatch(/tables\.sqlite cannot be used \(database or disk is full\)\. .*--data/);
  await put();
});

it('a folder that cannot be read is refused in one sentence', async () => {
  const folder = 'a'.repeat(5_000);
  await expect(openClient(folder)).rejects.toThrow(UsageError);
  await expect(openClient(folder)).rejects.toThrow(/^a+\S+ cannot be read \(\w+\)\.$/);
});

// Windows lets nobody move an open file.
it.skipIf(onWindows)(
  'nothing is stored in or read from a folder that was moved, although another one is in its place',
  async () => {
    const folder = temporaryFolder();
    const data = join(folder, 'data');
    const onBroken = vi.fn<OnBroken>();
    const { client } = await opened(data, onBroken);
    await createTables(client);
    await client.send(new PutItemCommand({ TableName: 'Tokens', Item: item }));
    renameSync(data, join(folder, 'moved'));
    await createTables((await opened(data)).client);
    const calls = [
      new PutItemCommand({ TableName: 'Tokens', Item: { digest: { S: '2' } } }),
      new GetItemCommand({ TableName: 'Tokens', Key: item }),
      new ScanCommand({ TableName: 'Tokens' }),
    ];
    // biome-ignore lint/suspicious/noExplicitAny: the types of the commands differ.
    for (const call of calls) await expect(client.send(call as any)).rejects.toThrow(data);
    expect(onBroken).toHaveBeenCalledWith(expect.any(Problem));
  },
);

it('a file that is damaged while it is open is said to be, and no call waits', async () => {
  const folder = temporaryFolder();
  const first = await serveTables(folder);
  const filler = createLocalClient(first.url);
  await createTables(filler);
  // More than SQLite keeps in memory.
  for (const letter of 'abcdefghij') {
    const Item = { digest: { S: letter }, client: { S: letter.repeat(300_000) } };
    await filler.send(new PutItemCommand({ TableName: 'Tokens', Item }));
  }
  filler.destroy();
  await first.close();

  const onBroken = vi.fn<OnBroken>();
  const { client } = await opened(folder, onBroken);
  const file = join(folder, 'tables', 'tables.sqlite');
  const damaged = readFileSync(file, 'latin1').replaceAll(/[a-j]{10}/g, 'x'.repeat(10));
  writeFileSync(file, damaged, 'latin1');
  const calls = [
    client.send(new ScanCommand({ TableName: 'Tokens' })),
    client.send(new GetItemCommand({ TableName: 'Tokens', Key: { digest: { S: 'a' } } })),
  ];
  // At once: the second one can fail first.
  await Promise.all(calls.map((call) => expect(call).rejects.toThrow(file)));
  expect(onBroken).toHaveBeenCalledWith(expect.any(Problem));
});

it('tables with a key of another type are refused, and the user is told what to do', async () => {
  const { client } = await opened();
  await createTable(client, tableName, { ...tableKey, AttributeType: 'B' });
  await expect(createTables(client)).rejects.toThrow(
    new RegExp(`${tableName} .*${tableKey.AttributeName} .*Delete .*--data`),
  );
});

it('a folder whose service was killed leads to no other service, which has its ports and its process id', async () => {
  const folder = temporaryFolder();
  const { url } = await opened();
  await (await serveTables(folder)).close();
  const run = JSON.stringify({ pid: process.pid, url, dynamodb: url });
  writeFileSync(join(folder, 'run.json'), run);
  const store = await openClient(folder);
  const { hostname, port } = (await store.client.config.endpoint?.()) ?? expect.fail();
  expect(`http://${hostname}:${port}`).not.toBe(url);
  // Another command, which has the tables, but is no service.
  await expect(openClient(folder)).rejects.toThrow(FolderInUse);
  await store.close();
});
