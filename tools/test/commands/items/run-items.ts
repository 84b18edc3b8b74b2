import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { afterAll, onTestFinished, vi } from 'vitest';
import { runItemsCommand } from '../../../commands/items/items-command.ts';
import { startService } from '../../../local/local-service.ts';
import { writeRunningService } from '../../../local/tables/data-folder.ts';
import type { Item } from '../../../shared/stored-items/table.ts';
import { type Hook, passOn, startRecordingProxy } from '../../setup/recording-proxy.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { runHere } from '../run-here.ts';
import { storeAll } from '../store-all.ts';

// The command in this process, on the tables of a service that runs.

const data = temporaryFolder();
const service = await startService({ data });
const run = { pid: process.pid, url: service.url, dynamodb: service.dynamodb };
const client = new DynamoDBClient({ endpoint: service.dynamodb });
afterAll(async () => {
  client.destroy();
  await service.close();
});

export function put(TableName: string, ...items: readonly Item[]): Promise<void> {
  return storeAll(client, TableName, items);
}

/** All items of a table, in an order of their own. */
export async function itemsOf(TableName: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName })) items.push(...Items);
  return sorted(items);
}

export function sorted(items: readonly Item[]): Item[] {
  const withTexts = items.map((item) => ({ item, text: JSON.stringify(item) }));
  const inOrder = withTexts.toSorted((one, other) => (one.text < other.text ? -1 : 1));
  return inOrder.map(({ item }) => item);
}

/** Puts a proxy between the command and the tables, for the rest of the test. */
async function behindProxy(hook: Hook): Promise<void> {
  const proxy = await startRecordingProxy({ store: service.dynamodb, hook });
  writeRunningService(data, { ...run, dynamodb: proxy.url });
  onTestFinished(() => {
    writeRunningService(data, run);
    proxy.stop();
  });
}

/** Refuses the fourth deletion of this test, as AWS does if somebody took the right from a role, and lets all others pass. */
export async function refuseFourthDeletion(): Promise<void> {
  let deletions = 0;
  await behindProxy(async (response, apply, call) => {
    if (call.operation === 'DeleteItem') deletions += 1;
    if (deletions !== 4) return void (await passOn(response, apply, call));
    deletions += 1;
    response.writeHead(400, { 'x-amzn-requestid': 'proxy' });
    response.end('{"__type":"com.amazon.coral.service#AccessDeniedException","message":"no"}');
  });
}

/** Runs the command in this folder of the user. */
export async function items(folder: string, ...words: readonly string[]) {
  vi.stubEnv('INIT_CWD', folder);
  const { code, out, notes } = await runHere(runItemsCommand, [...words, '--data', data]);
  return { code, stdout: out.join('\n'), stderr: notes.join('\n') };
}
