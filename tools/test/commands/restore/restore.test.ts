import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../setup/command.ts';
import { exampleItem, exampleKey, tableKey } from '../setup/contract.ts';
import { passOn, startDynamodbProxy } from '../setup/dynamodb-proxy.ts';
import { createTable, startDynamodb } from '../setup/embedded-dynamodb.ts';
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
const [early, late] = [exampleItem(6, 'Early'), exampleItem(6, 'Late')];
vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
const client = new DynamoDBClient({ endpoint: dynamodb.url });
afterAll(() => Promise.all([store.stop(), dynamodb.stop()]));

async function put(TableName: string, items: PutItemCommand['input']['Item'][]) {
  for (const Item of items) await client.send(new PutItemCommand({ TableName, Item }));
}

async function itemsOf(TableName: string) {
  return (await client.send(new ScanCommand({ TableName }))).Items ?? [];
}

/** Runs the command in a folder of its own, and reads the notes there. */
async function restore(words: readonly string[], folder = temporaryFolder()) {
  // As npm does: it runs a command elsewhere than its user.
  const env = { ...process.env, INIT_CWD: folder };
  const { code, stdout, stderr } = await run('tools/commands/restore.ts', words, { env }).ends();
  const linesOf = (text: string) => (text.match(/.+/g) ?? []).map((line) => JSON.parse(line));
  const notes = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  // The command that is printed at its end.
  const [, undo = ''] = /npm run restore -- (.+)/.exec(stderr) ?? [];
  return {
    code,
    stdout,
    stderr,
    printed: linesOf(stdout),
    noted: linesOf(notes.join('')),
    undo: () => restore(undo.split(' '), folder),
  };
}

function sorted(items: readonly unknown[]): string[] {
  return items.map((item) => JSON.stringify(item)).sort();
}

it('writes lost plants, prints those that are there in another form, and can undo it', async () => {
  await createTable(client, 'Restored', tableKey);
  const lost = [exampleItem(1, 'F'.repeat(400_000)), exampleItem(2, `"it's" $(1) \\ 木`)];
  // U+009B begins a command to the terminal, and U+202E turns text around.
  const [fern, oak, ivy] = [
    exampleItem(4, '\x9b2J\u202eFern'),
    exampleItem(4, 'Oak'),
    exampleItem(5),
  ];
  const sentAgain = { ...ivy, createdAt: { S: '2026-11-20T12:00:00.000Z' } };
  await put('Restored', [...lost, fern, ivy, late]);
  await put('Plants', [oak, sentAgain]);

  const folder = temporaryFolder();
  const first = await restore(['Restored', 'Plants'], folder);
  expect(first.stdout.match(/\{.+/g)).toHaveLength(2);
  expect(first.stdout).toContain('Late');
  expect(first.stdout).not.toMatch(/[\x9b\u202e]/);
  expect(first.stderr).toMatch(/^5\b.*\b3\b.*\n/m);
  expect(first.noted).toEqual(expect.arrayContaining(lost));
  const all = [...lost, oak, sentAgain, early];
  expect(sorted(await itemsOf('Plants'))).toEqual(sorted(all));

  // The undo of a second restore keeps what the first one wrote.
  await client.send(new DeleteItemCommand({ TableName: 'Plants', Key: exampleKey(2) }));
  await (await restore(['Restored', 'Plants'], folder)).undo();
  expect(sorted(await itemsOf('Plants'))).toEqual(sorted(all.filter((item) => item !== lost[1])));
  const again = { ...lost[1], createdAt: { S: '2026-11-20T12:00:00.000Z' } };
  await put('Plants', [again]);
  const { stderr } = await first.undo();
  expect(stderr).toMatch(/^3\b.*\b2\b/m);
  expect(sorted(await itemsOf('Plants'))).toEqual(sorted([again, oak, sentAgain, early]));
});

it('has noted the tokens that it makes valid when it is stopped, and keeps the revoked ones', async () => {
  await createTable(client, 'Copy', { AttributeName: 'digest', AttributeType: 'S' });
  const [past, future] = [{ N: '1000000000' }, { N: '4000000000' }];
  const token = (digest: string, end = {}) => {
    return { digest: { S: digest }, client: { S: 'nursery' }, lastFour: { S: '2wXy' }, ...end };
  };
  const valid = token('5', { expires: future });
  const ended = token('7', { revoked: past });
  await put('Copy', [token('48e6741957'), valid, token('6', { expires: past }), ended]);
  const lost = token('7', { client: { S: 'unknown' }, revoked: future });
  await put('Tokens', [lost]);

  const expired = await startDynamodbProxy({
    store: dynamodb.url,
    // The credentials end between a write and its answer.
    hook: async (response, apply, call) => {
      const { status, headers, body } = await apply();
      const isPut = `${call.headers['x-amz-target']}`.endsWith('.PutItem');
      const fault = '{"__type":"AccessDeniedException","message":"expired"}';
      response.writeHead(isPut ? 400 : status, headers).end(isPut ? fault : body);
    },
  });
  onTestFinished(expired.stop);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', expired.url);
  const { stderr, noted, printed, undo } = await restore(['Copy', 'Tokens']);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
  expect(stderr).toMatch(/\bAccessDeniedException\b.*\bexpired\b/);
  expect([...noted, lost]).toEqual(expect.arrayContaining(await itemsOf('Tokens')));
  const line = (id: string) => ({ valid: id, client: 'nursery', lastFour: '2wXy' });
  expect(sorted(printed)).toEqual(sorted([ended, line('48e67419'), line('5')]));

  const revoked = { ...valid, revoked: past };
  await put('Tokens', [revoked]);
  await undo();
  expect(sorted(await itemsOf('Tokens'))).toEqual(sorted([lost, revoked]));
});

it.each([
  [1, ['none', 'Tokens'], /^.*\bResourceNotFoundException\b.*\n$/],
  [2, ['Copy', ''], /^.*\bCOPY\b.*\bTABLE\b.*--undo FILE.*\n$/],
])('ends with %i and one sentence for %j, and changes nothing', async (exit, words, sentence) => {
  const before = await itemsOf('Tokens');
  const { code, stderr } = await restore(words);
  expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringMatching(sentence) });
  expect(await itemsOf('Tokens')).toEqual(before);
});
