import { readdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { atOnce } from '../../../shared/stored-items/work.ts';
import { startCommand } from '../../setup/command.ts';
import { exampleItem, exampleKey, tableKey, tableName } from '../../setup/contract.ts';
import { createTable } from '../../setup/embedded-dynamodb.ts';
import { passOn } from '../../setup/recording-proxy.ts';
import { slow } from '../../setup/slow.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { behindProxy } from '../behind-proxy.ts';
import { client, itemsOf, outcomeOf, put, restore, sorted, textOf } from './run-restore.ts';

await createTable(client, 'Copy', tableKey);
await createTable(client, 'TokensCopy', { AttributeName: 'digest', AttributeType: 'S' });

const sentAgain = { createdAt: { S: '2026-11-20T12:00:00.000Z' } };

it(
  'writes lost items, prints those that are there in another form, and can undo it',
  slow,
  async () => {
    const lost = [exampleItem(1, 'F'.repeat(400_000)), exampleItem(2, `"it's" $(1) \\ 木`)];
    // U+009B begins a command to the terminal, and U+202E turns text around.
    const [fern, oak, ivy] = [
      exampleItem(4, '\x9b2J\u202eFern'),
      exampleItem(4, 'Oak'),
      exampleItem(5),
    ];
    const [early, late] = [exampleItem(6, 'Early'), exampleItem(6, 'Late')];
    await put('Copy', [...lost, fern, ivy, late]);
    await put(tableName, [oak, { ...ivy, ...sentAgain }]);
    const calls = await behindProxy(async (response, apply, call) => {
      // A client writes first.
      if (call.operation === 'PutItem' && call.body.includes('Late')) await put(tableName, [early]);
      // The first answer to each call is lost, so that the SDK repeats it.
      await apply();
      await passOn(response, apply, call);
    });

    const folder = temporaryFolder();
    const env = { ...process.env, INIT_CWD: folder };
    const words = ['Copy', tableName];
    const { code, stdout, stderr } = await startCommand('tools/commands/restore/main.ts', words, {
      env,
    }).ends();
    const first = outcomeOf(folder, code, stdout, stderr);
    expect(first.code).toBe(0);
    expect(sorted(first.printed)).toEqual(sorted([fern, late]));
    expect(stdout).not.toMatch(/[\x9b\u202e]/);
    expect(stderr).toMatch(/\bread: 5\b.*\bmissing: 3\b/);
    expect(first.notes()).toEqual(expect.arrayContaining(lost));
    const all = [...lost, oak, { ...ivy, ...sentAgain }, early];
    expect(await itemsOf(tableName)).toEqual(sorted(all));
    // Otherwise an item that was just stored would be noted, and the undo would delete it.
    const reads = calls.filter((call) => call.operation === 'GetItem');
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter(({ body }) => JSON.parse(body).ConsistentRead !== true)).toEqual([]);

    // The undo of a second restore keeps what the first one wrote.
    await client.send(new DeleteItemCommand({ TableName: tableName, Key: exampleKey(2) }));
    const second = await restore(words, folder);
    await second.undo();
    expect(await itemsOf(tableName)).toEqual(sorted(all.filter((item) => item !== lost[1])));
    const again = { ...lost[1], ...sentAgain };
    await put(tableName, [again]);
    const undone = await first.undo();
    expect(sorted(undone.printed.map(({ kept }) => kept))).toEqual(
      sorted([exampleKey(2), exampleKey(6)]),
    );
    expect(await itemsOf(tableName)).toEqual(sorted([again, oak, { ...ivy, ...sentAgain }, early]));
  },
);

const [past, future] = [{ N: '1000000000' }, { N: '4000000000' }];

function token(digest: string, end = {}) {
  return { digest: { S: digest }, client: { S: 'nursery' }, lastFour: { S: '2wXy' }, ...end };
}

it('has noted the tokens that it makes valid when it is stopped, and keeps the revoked ones', async () => {
  const endless = token('48e6741957');
  const valid = token('5', { expires: future });
  const expired = token('6', { expires: past });
  const ended = token('7', { revoked: past });
  await put('TokensCopy', [endless, valid, expired, ended]);
  const lost = token('7', { client: { S: 'unknown' }, revoked: future });
  await put('Tokens', [lost]);

  let hasExpired = true;
  await behindProxy(async (response, apply, call) => {
    const { status, headers, body } = await apply();
    // The credentials end between a write and its answer.
    const isRefused = hasExpired && call.operation === 'PutItem';
    const fault = '{"__type":"AccessDeniedException","message":"expired"}';
    response.writeHead(isRefused ? 400 : status, headers).end(isRefused ? fault : body);
  });
  const { code, stderr, notes, printed, undo } = await restore(['TokensCopy', 'Tokens']);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /\bStart\b.*\bagain\b.*\n.*\bAccessDeniedException\b.*\bexpired\b/,
    ),
  });
  expect(sorted([...notes(), lost])).toEqual(expect.arrayContaining(await itemsOf('Tokens')));
  const line = (id: string) => ({ valid: id, client: 'nursery', lastFour: '2wXy' });
  expect(sorted(printed)).toEqual(sorted([ended, line('48e67419'), line('5')]));

  hasExpired = false;
  expect(await restore(['TokensCopy', 'Tokens'])).toMatchObject({ code: 0 });
  expect(await itemsOf('Tokens')).toEqual(sorted([endless, valid, expired, lost]));

  const revoked = { ...valid, revoked: past };
  await put('Tokens', [revoked]);
  expect((await undo()).printed).toMatchObject([{ kept: { digest: { S: '5' } } }]);
  expect(await itemsOf('Tokens')).toEqual(sorted([lost, revoked]));
});

it('repeats a call that is never answered', async () => {
  const limits = vi.spyOn(Socket.prototype, 'setTimeout');
  onTestFinished(() => limits.mockRestore());
  /** The client's socket waits for five seconds. This says that they are over. */
  const endWait = (clientPort: number | undefined) => {
    const sockets = limits.mock.contexts as Socket[];
    sockets.find(({ localPort }) => localPort === clientPort)?.emit('timeout');
  };
  await put('TokensCopy', [token('8')]);
  let isAnswered = false;
  await behindProxy(async (response, apply, call) => {
    const hangs = !isAnswered && call.operation === 'GetItem';
    isAnswered ||= hangs;
    if (hangs) endWait(call.port);
    else await passOn(response, apply, call);
  });
  expect(await restore(['TokensCopy', 'Tokens'])).toMatchObject({ code: 0 });
  expect(isAnswered).toBe(true);
  expect(await itemsOf('Tokens')).toContain(textOf(token('8')));
});

it('repeats a write that a table refuses because it takes only few at once', async () => {
  // Of the time that the SDK waits between its tries.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  await put('TokensCopy', [token('9')]);
  let refusals = 4;
  await behindProxy(async (response, apply, call) => {
    const isRefused = call.operation === 'PutItem' && refusals > 0;
    if (!isRefused) return await passOn(response, apply, call);
    refusals -= 1;
    const __type = 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException';
    return response.writeHead(400).end(JSON.stringify({ __type, message: 'slow down' }));
  });
  expect(await restore(['TokensCopy', 'Tokens'])).toMatchObject({ code: 0 });
  expect(await itemsOf('Tokens')).toContain(textOf(token('9')));
});

it(`reads and writes at most ${atOnce} items at the same time`, async () => {
  const count = 2 * atOnce;
  const items = Array.from({ length: count }, (_, index) => token(`many ${index}`));
  await put('TokensCopy', items);
  let [running, most] = [0, 0];
  await behindProxy(async (response, apply, call) => {
    running += 1;
    most = Math.max(most, running);
    // Time for others to come.
    await delay(20);
    await passOn(response, apply, call);
    running -= 1;
  });
  expect(await restore(['TokensCopy', 'Tokens'])).toMatchObject({ code: 0 });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(atOnce);
  expect(await itemsOf('Tokens')).toEqual(expect.arrayContaining(sorted(items)));
});

it.each([
  [['a b', 'Tokens'], /^.*\ba b\b.*\bAWS_REGION\b.*$/],
  [['none', 'Tokens'], /^.*\bnone\b.*\bAWS_REGION\b.*$/],
  [['TokensCopy', 'none'], /^.*\bnone\b.*\bAWS_REGION\b.*$/],
  [
    ['TokensCopy', tableName],
    new RegExp(`^.*\\bTokensCopy\\b.*\\b${tableName}\\b.*\\bdigest\\b.*$`),
  ],
  [['TokensCopy', ''], /^.*\bCOPY\b.*\bTABLE\b.*--undo FILE.*$/],
])('refuses %j with one sentence, and changes nothing', async (words, sentence) => {
  const before = [await itemsOf('Tokens'), await itemsOf(tableName)];
  const folder = temporaryFolder();
  const { code, stderr } = await restore(words, folder);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(sentence) });
  expect([await itemsOf('Tokens'), await itemsOf(tableName)]).toEqual(before);
  expect(readdirSync(folder)).toEqual([]);
});
