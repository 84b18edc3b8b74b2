import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it, vi } from 'vitest';
import { passOn, startDynamodbProxy } from '../setup/dynamodb-proxy.ts';
import { createTable, startDynamodb } from '../setup/embedded-dynamodb.ts';
import { plantItem, tableKey } from '../setup/plants.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';

const dynamodb = await startDynamodb();
// The first answer to each call is lost, so that the SDK repeats it.
const store = await startDynamodbProxy({
  store: dynamodb.url,
  hook: async (response, apply, call) => {
    // A client writes first.
    if (/PutItem.*"Late"/s.test(`${call.headers['x-amz-target']}${call.body}`))
      await put('Plants', [early]);
    await apply();
    await passOn(response, apply, call);
  },
});
const [early, late] = [plantItem(6, 'Early'), plantItem(6, 'Late')];
vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
const client = new DynamoDBClient({ endpoint: dynamodb.url });
afterAll(() => Promise.all([store.stop(), dynamodb.stop()]));

async function put(TableName: string, items: PutItemCommand['input']['Item'][]) {
  for (const Item of items) await client.send(new PutItemCommand({ TableName, Item }));
}

async function restore(from: string, ...others: string[]) {
  const cwd = temporaryFolder();
  const command = [resolve('tools/restore.mjs'), from, ...others];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { cwd });
  const keys = readFileSync(join(cwd, `${from}.jsonl`), 'utf8').match(/.+/g) ?? [];
  return {
    printed: stdout.trimEnd(),
    reports: stderr.trimEnd().split('\n'),
    written: keys.sort().map((line) => JSON.parse(line)),
  };
}

it('a restore writes lost plants, and prints those that are there in another form', async () => {
  await createTable(client, 'Restored', tableKey);
  const lost = [plantItem(1, 'F'.repeat(400_000)), plantItem(2, `"it's" $(1) \\ 木`)];
  // U+009B begins a command to the terminal, and U+202E turns text around.
  const [fern, oak, ivy] = [plantItem(4, '\x9b2J\u202eFern'), plantItem(4, 'Oak'), plantItem(5)];
  const sentAgain = { ...ivy, createdAt: { S: '2026-11-20T12:00:00.000Z' } };
  await put('Restored', [...lost, fern, ivy, late]);
  await put('Plants', [oak, sentAgain]);

  const { AttributeName: key } = tableKey;
  const { printed, reports, written } = await restore('Restored', 'Plants', key);
  const lines = printed.split('\n').map((line) => JSON.parse(line));
  expect(lines).toEqual(expect.arrayContaining([fern, late]));
  expect(printed).not.toMatch(/[\x9b\u202e]/);
  expect(reports.at(-1)).toBe('5 items read, 2 written');
  const lostKeys = lost.map((item) => ({ [key]: item[key] }));
  expect(written).toEqual(lostKeys);
  const { Items = [] } = await client.send(new ScanCommand({ TableName: 'Plants' }));
  expect(Items).toHaveLength(5);
  expect(Items).toEqual(expect.arrayContaining([...lost, oak, sentAgain, early]));
  await expect(restore('Restored', 'Plnts', 'id')).rejects.toThrow('ResourceNotFoundException');
});

it('a restore names the tokens that it makes valid, and says how far it is', async () => {
  await createTable(client, 'Copy', { AttributeName: 'digest', AttributeType: 'S' });
  const token = (digest: string, end = {}) => {
    return { digest: { S: digest }, client: { S: 'nursery' }, lastFour: { S: '2wXy' }, ...end };
  };
  const [past, future] = [{ N: '1000000000' }, { N: '4000000000' }];
  const lost = [token('48e6741957'), token('5', { expires: future })];
  const ended = [token('6', { expires: past }), token('7', { revoked: past, expires: future })];
  const there = Array.from({ length: 25 }, (_, number) => token(`8${number}`));
  await put('Copy', [...lost, ...ended, ...there]);
  await put('Tokens', there);

  const { printed, reports } = await restore('Copy', 'Tokens', 'digest');
  const line = (id: string) => `{"valid":"${id}","client":"nursery","lastFour":"2wXy"}`;
  expect(printed.split('\n').sort()).toEqual([line('48e67419'), line('5')]);
  expect(reports[0]).toMatch(/^25 items read, /);
  expect(reports.at(-1)).toBe('29 items read, 4 written');
});
