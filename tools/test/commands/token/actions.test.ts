import { expect, it, onTestFinished } from 'vitest';
import { digestOf, isToken } from '../../../../functions/authorize/token.ts';
import type { StoredToken } from '../../../../functions/authorize/token-record.ts';
import { creating, listing } from '../../../commands/token/actions.ts';
import { createToken } from '../../../commands/token/create-token.ts';
import { idOf } from '../../../commands/token/token-id.ts';
import type { TokenRow } from '../../../commands/token/token-list.ts';
import { redacted } from '../../../shared/terminal/printable.ts';
import { startCommand } from '../../setup/command.ts';
import { passOn } from '../../setup/recording-proxy.ts';
import { behindProxy } from '../behind-proxy.ts';
import {
  accepts,
  confirmed,
  create,
  errorOf,
  resets,
  stack,
  stored,
  tokensTable,
} from './deployed-stack.ts';
import { shownIdOf, token } from './run-token.ts';
import { itemOf, noon, removeItem, storedToken } from './stored-tokens.ts';

const unknown = createToken();

it('create prints a token that the authorizer accepts, once, and nothing else on stdout', async () => {
  const words = ['create', '--client', 'Süd 7', ...stack];
  const { code, stdout, stderr } = await startCommand('tools/commands/token/main.ts', words, {
    env: process.env,
  }).ends();
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\S+\n$/);
  expect(isToken(stdout.trim())).toBe(true);
  expect(await accepts(stdout.trim())).toBe(true);
  expect(JSON.stringify(await stored(stdout))).not.toContain(stdout.trim());
  expect(stderr).toMatch(/^.* Süd 7.* PlantStore.* \d{4}-\d\d-\d\d \d\d:\d\dZ/);
  expect(stderr).not.toContain(stdout.trim());
  const { stdout: list } = await token('list', ...stack);
  expect(list).toContain(shownIdOf(stdout));
  expect(list).not.toContain(stdout.trim());
});

it('create says which token it has stored before it prints the token, whose reader can have gone', async () => {
  const tokens: StoredToken[] = [];
  const notes: string[] = [];
  const create = async (token: StoredToken) => void tokens.push(token);
  const out = () => {
    throw new Error('closed');
  };
  const note = (text: string) => void notes.push(text);
  const target = { kind: 'folder' as const, name: 'a test', table: { ...tokensTable, create } };
  const done = creating('nursery', undefined)(target, { out, note }, noon);
  await expect(done).rejects.toThrow('closed');
  expect(notes.join('\n')).toContain(idOf(`${tokens[0]?.digest}`));
});

it('list says that all tokens that end soon are replaced only if each of them is', async () => {
  const tokensUntil = (expires: number) =>
    ['grower', 'potter'].map((client) => storedToken(`${expires}${client}`, { client, expires }));
  const ending = tokensUntil(noon + 7 * 86_400);
  const replacing = tokensUntil(noon + 365 * 86_400);
  const adviceFor = async (count: number) => {
    const notes: string[] = [];
    const terminal = { out: () => {}, note: (text: string) => void notes.push(text) };
    const list = async () => [...ending, ...replacing.slice(0, count)];
    const target = { kind: 'folder' as const, name: 'a test', table: { ...tokensTable, list } };
    await listing(false)(target, terminal, noon);
    return notes.at(-1);
  };
  expect(await adviceFor(1)).toBe(await adviceFor(0));
  expect(await adviceFor(2)).not.toBe(await adviceFor(0));
});

it('create says on which day a token ends, and list how many end soon', async () => {
  const before = await token('list', ...stack);
  const { stdout: text, stderr: created } = await token(
    ...['create', '--client', 'short', '--expires', '2d', ...stack],
  );
  const { expires = Number.NaN } = await stored(text);
  const [day = ''] = new Date(expires * 1000).toISOString().split('T');
  expect(created).toContain(day);
  const { stderr, stdout } = await token('list', ...stack);
  expect(before.stderr).not.toBe(stderr);
  expect(stdout.split('\n')[1]).toMatch(RegExp(` short .* ${day} `));

  await create('short', '--expires', 'never');
  const outcome = await token('list', '--json', ...stack);
  expect(outcome.stderr).toBe('');
  const rows: TokenRow[] = JSON.parse(outcome.stdout);
  expect(rows[0]).toMatchObject({ client: 'short', endsSoon: true, replaced: true });
  const ending = rows.filter(({ endsSoon }) => endsSoon).length;
  expect(stderr).toMatch(RegExp(`: ${ending}\\b`));
});

it('revoke confirms nothing if a proxy answers its write with an empty 200', async () => {
  const kept = await create('by proxy');
  await behindProxy(async (response, apply, call) => {
    if (call.operation === 'UpdateItem') response.writeHead(200).end();
    else await passOn(response, apply, call);
  });
  expect(await errorOf('revoke', shownIdOf(kept), '--confirm', 'production')).toMatch(
    /^[^\n]+\n[^\n]+\n$/,
  );
  expect(await accepts(kept)).toBe(true);
});

it('revoke again clears the cache again, also for an odd client', async () => {
  const revoked = storedToken('0dd', { client: `x ${unknown}`, revoked: noon });
  await tokensTable.create(revoked);
  onTestFinished(() => removeItem(revoked.digest));
  expect(await token('revoke', revoked.digest, ...confirmed)).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining(`${idOf(revoked.digest)} of x ${redacted(unknown)}, `),
  });
  expect(resets).toEqual(['open']);
  expect(await itemOf(revoked.digest)).toEqual(revoked);
});

it('revoke by an id reads also the tokens of this moment', async () => {
  const text = await create('new');
  const calls = await behindProxy();
  expect(await token('revoke', shownIdOf(text), ...confirmed)).toMatchObject({ code: 0 });
  const scans = calls.filter((call) => call.operation === 'Scan');
  expect(scans.map(({ body }) => JSON.parse(body).ConsistentRead)).toEqual([true]);
});

it('revoke ends a token that cannot be listed, without a list', async () => {
  const text = await create('ageless');
  const { created: _, ...item } = await stored(text);
  await tokensTable.create(item as StoredToken);
  onTestFinished(() => removeItem(digestOf(text)));
  const calls = await behindProxy();
  const { code, stderr } = await token('revoke', text, ...confirmed);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(' ageless') });
  expect(calls.map(({ operation }) => operation)).toEqual(['UpdateItem']);
  expect(await accepts(text)).toBe(false);
});

it('revoke prints that there is no token of this id, and where', async () => {
  expect(await errorOf('revoke', 'ffffffff', '--confirm', 'production')).toMatch(
    /(?=.*\bffffffff\b).*\bPlantStore\b/,
  );
});

it.each([
  ['token', unknown, unknown.slice(-4)],
  ['digest', digestOf('lost'), expect.any(String)],
])('revoke stores a lost token of a stack as revoked, by its %s', async (_, given, lastFour) => {
  const digest = given === unknown ? digestOf(unknown) : given;
  onTestFinished(() => removeItem(digest));
  expect(await token('revoke', given, ...confirmed)).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(`\n(?=.*\\b${idOf(digest)}\\b).*\\bPlantStore\\b.*\n$`),
  });
  expect(resets).toEqual(['open']);
  const seconds = expect.any(Number);
  const item = { digest, client: 'unknown', lastFour, created: seconds, revoked: seconds };
  expect(await itemOf(digest)).toEqual(item);
  if (given === unknown) expect(await accepts(unknown)).toBe(false);
});

it('extend makes valid again what has just ended, and nothing else', async () => {
  const now = Math.floor(Date.now() / 1000);
  const hour = 3_600;
  const ended = await create('ended');
  const [ending, old, later, revoked] = [
    storedToken('e1', { client: 'ending', expires: now + hour }),
    storedToken('e2', { client: 'old', expires: now - 25 * hour }),
    storedToken('e3', { client: 'later', expires: now + 25 * hour }),
    storedToken('e4', { client: 'gone', expires: now - hour, revoked: now - hour }),
  ];
  const endedToken = { ...(await stored(ended)), expires: now - hour } as StoredToken;
  for (const one of [endedToken, ending, old, later, revoked]) await tokensTable.create(one);
  onTestFinished(async () => {
    for (const one of [endedToken, ending, old, later, revoked]) await removeItem(one.digest);
  });
  expect(await accepts(ended)).toBe(false);
  const { code, stdout, stderr } = await token('extend', '--expires', '2d', ...confirmed);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr.match(/(?<= of )\w+/g)?.toSorted()).toEqual(['ended', 'ending']);
  expect(await accepts(ended)).toBe(true);
  expect(resets).toEqual(['open']);
  for (const { digest, expires } of [old, later, revoked]) {
    expect((await itemOf(digest))?.['expires']).toBe(expires);
  }
  expect((await itemOf(ending.digest))?.['expires']).toBeGreaterThanOrEqual(now + 48 * hour);
  expect((await token('extend', ...confirmed)).stderr).toMatch(/^No token in /m);
});

it('extend needs an end', async () => {
  expect(await token('extend', '--expires', 'never', ...stack)).toMatchObject({ code: 2 });
});
