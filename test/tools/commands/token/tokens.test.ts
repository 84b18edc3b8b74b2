import { expect, it, onTestFinished } from 'vitest';
import { digestOf, isToken } from '../../../../functions/authorize/token.ts';
import type { StoredToken } from '../../../../functions/authorize/token-record.ts';
import { redacted } from '../../../../tools/commands/terminal/printable.ts';
import { generateToken } from '../../../../tools/commands/token/generate-token.ts';
import { idOf as idOfToken } from '../../../../tools/commands/token/token-list.ts';
import { run } from '../../../setup/command.ts';
import type { Answer } from '../../../setup/dynamodb-proxy.ts';
import { onWindows } from '../../../setup/system.ts';
import {
  accepts,
  behindProxy,
  create,
  operationOf,
  refused,
  resets,
  stack,
  stored,
  tokensOf,
  tokensTable,
} from './deployed-stack.ts';
import { idOf, itemOf, noon, removeItem, storedToken, token } from './token-command.ts';

const unknown = generateToken();

it('create prints a token that the authorizer accepts, once, and nothing else on stdout', async () => {
  const words = ['create', '--client', 'Süd 7', ...stack];
  const { code, stdout, stderr } = await run('tools/commands/token/main.ts', words, {
    env: process.env,
  }).ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\S+\n$/);
  expect(isToken(stdout.trim())).toBe(true);
  expect(await accepts(stdout.trim())).toBe(true);
  expect(JSON.stringify(await stored(stdout))).not.toContain(stdout.trim());
  expect(stderr).toMatch(/^.* Süd 7.* PlantStore.* \d{4}-\d\d-\d\d \d\d:\d\dZ/);
  expect(stderr).not.toContain(stdout.trim());
  const { stdout: list } = await token('list', ...stack);
  expect(list).toContain(idOf(stdout));
  expect(list).not.toContain(stdout.trim());
});

// Windows has another error for a closed pipe.
it.skipIf(onWindows)('create names a token that nobody reads', async () => {
  const words = ['create', '--client', 'unseen', ...stack];
  const main = 'tools/commands/token/main.ts';
  const { code, stderr } = await run(main, words, { env: process.env, reads: false }).ended;
  const [unseen] = await tokensOf('unseen');
  expect(code).not.toBe(0);
  expect(stderr).toContain(`Token ${idOfToken(`${unseen?.digest}`)} `);
});

it.each(['create', 'revoke'])(
  '%s prints no token and confirms nothing if a proxy answers writes with an empty 200',
  async (command) => {
    const client = `${command} by proxy`;
    const kept = await create(client);
    await behindProxy(async (operation, forward) =>
      /^(Put|Update|Delete)Item$/.test(operation)
        ? { status: 200, headers: {}, body: Buffer.alloc(0) }
        : forward(),
    );
    const words = command === 'create' ? ['--client', client] : [idOf(kept)];
    expect(await refused(command, ...words)).toMatch(/^[^\n]+\n$/);
    expect(await tokensOf(client)).toEqual([await stored(kept)]);
    expect(await accepts(kept)).toBe(true);
  },
);

it('create names the token that may be stored if no answer comes, and no token if it is refused', async () => {
  let answer: Answer | undefined;
  await behindProxy(async (operation, forward) => {
    const stored = await forward();
    return operation === 'PutItem' ? answer : stored;
  });
  const lost = await refused('create', '--client', 'unanswered');
  const body = Buffer.from('{"__type":"AccessDeniedException"}');
  answer = { status: 400, headers: { 'x-amzn-requestid': 'any' }, body };
  const denied = await refused('create', '--client', 'denied');
  const [unanswered] = await tokensOf('unanswered');
  expect(lost).toMatch(new RegExp(`^[^\n]* ${idOfToken(`${unanswered?.digest}`)}\\.\n$`));
  expect(denied).toMatch(/^The answer was AccessDeniedException [^.]+\.\n$/);
});

it.each([
  ['nursery', 'nursery'],
  [{ toString: 1 }, 'an unknown client'],
  [`x ${unknown}`, `x ${redacted(unknown)}`],
])('revoke again clears the cache again, also for an odd client (%#)', async (client, named) => {
  const revoked = storedToken('0dd', { client: client as string, revoked: noon });
  await tokensTable.create(revoked);
  onTestFinished(() => removeItem(revoked.digest));
  resets.length = 0;
  expect(await token('revoke', revoked.digest, ...stack)).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining(`${idOfToken(revoked.digest)} of ${named}, `),
  });
  expect(resets).toEqual(['open']);
  expect(await itemOf(revoked.digest)).toEqual(revoked);
});

it('revoke ends a token that cannot be listed, without a list', async () => {
  const text = await create('ageless');
  const { created: _, ...item } = await stored(text);
  await tokensTable.create(item as StoredToken);
  onTestFinished(() => removeItem(digestOf(text)));
  const calls = await behindProxy((_, forward) => forward());
  const { code, stderr } = await token('revoke', text, ...stack);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(' ageless') });
  expect(calls.map(operationOf)).toEqual(['UpdateItem']);
  expect(await accepts(text)).toBe(false);
});

it('revoke prints that there is no token of this id, and where', async () => {
  expect(await refused('revoke', 'ffffffff')).toContain(' ffffffff in the stack PlantStore.');
});

it.each([
  ['token', unknown, unknown.slice(-4)],
  ['digest', digestOf('lost'), expect.any(String)],
])('revoke stores a lost token of a stack as revoked, by its %s', async (_, given, lastFour) => {
  const digest = given === unknown ? digestOf(unknown) : given;
  onTestFinished(() => removeItem(digest));
  resets.length = 0;
  expect(await token('revoke', given, ...stack)).toEqual({
    code: 0,
    stdout: '',
    stderr: `Token ${idOfToken(digest)} was not found in the stack PlantStore, and is stored as revoked.\n`,
  });
  expect(resets).toEqual(['open']);
  const seconds = expect.any(Number);
  const item = { digest, client: 'unknown', lastFour, created: seconds, revoked: seconds };
  expect(await itemOf(digest)).toEqual(item);
  if (given === unknown) expect(await accepts(unknown)).toBe(false);
});
