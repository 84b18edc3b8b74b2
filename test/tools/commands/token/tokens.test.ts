import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { digestOf, isToken } from '../../../../functions/authorize/token.ts';
import { generateToken } from '../../../../tools/commands/token/generate-token.ts';
import { tokenCommand } from '../../../../tools/commands/token/token-command.ts';
import type { StoredToken } from '../../../../tools/commands/token/token-registry.ts';
import { moment } from '../../../../tools/commands/token/token-table.ts';
import { run } from '../../../command.ts';
import { onWindows } from '../../../system.ts';
import {
  accepts,
  behindProxy,
  create,
  operationOf,
  refused,
  registry,
  resets,
  stack,
  stored,
  tokensOf,
} from './deployed-stack.ts';
import { idOf, noon, storedToken, token } from './token-command.ts';

const unknown = generateToken();
const { AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl } = process.env;

it('list --expiring prints the valid tokens that expire within that time, or that there are none', async () => {
  const clients = async (time: string) => {
    const { stdout } = await token('list', '--expiring', time, '--json', ...stack);
    return JSON.parse(stdout).map(({ client }: { client: string }) => client);
  };
  const now = Math.floor(Date.now() / 1000);
  const day = 86_400;
  const tokens = [
    storedToken('soon', { client: 'soon', expires: now + 13 * day }),
    storedToken('later', { client: 'later', expires: now + 15 * day }),
    storedToken('always', { client: 'always' }),
    storedToken('revoked', { client: 'gone', expires: now + 13 * day, revoked: now }),
    storedToken('ended', { client: 'expired', expires: now - 30 }),
    storedToken('of-a-check', { client: 'probe', expires: now + 60 }),
  ];
  await Promise.all(tokens.map((one) => registry.create(one)));
  onTestFinished(async () => {
    await Promise.all(tokens.map(({ digest }) => registry.remove(digest)));
  });
  expect(await clients('14d')).toEqual(['soon']);
  expect(await clients('16d')).toEqual(['later', 'soon']);
  expect(await token('list', '--expiring', '1d', ...stack)).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(
      /^There are no tokens that expire by \S+ \S+ in the stack PlantStore\.\n$/,
    ),
  });
});

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
  expect(stderr).toMatch(
    /^Token [0-9a-f]{8} of Süd 7, in the stack PlantStore, expires at \d{4}-\d\d-\d\d \d\d:\d\dZ\./,
  );
  expect(stderr).not.toContain(stdout.trim());
  const { stdout: list } = await token('list', ...stack);
  expect(list).toContain(idOf(stdout));
  expect(list).not.toContain(stdout.trim());
});

// Windows has another error for a closed pipe.
it.skipIf(onWindows)('create names the token that it could not print', async () => {
  const words = ['create', '--client', 'unseen', ...stack];
  const main = 'tools/commands/token/main.ts';
  const { code, stderr } = await run(main, words, { env: process.env, reads: false }).ended;
  const [unseen] = await tokensOf('unseen');
  const sentence = `so nobody has it: revoke ${unseen?.digest.slice(0, 8)}.\n`;
  expect([code, stderr]).toEqual([1, `The token cannot be printed (EPIPE), ${sentence}`]);
});

it('create prints a token only if somebody can read it', async () => {
  const out = (_: string, isSecret = false) => {
    if (isSecret) throw Object.assign(new Error('write'), { code: 'ENOSPC' });
  };
  const created = tokenCommand(['create', '--client', 'unread', ...stack], {
    out,
    note: expect.fail,
  });
  await expect(created).rejects.toThrow('The token cannot be printed (ENOSPC), so nobody has it: ');
});

it.each([
  ['create', () => ['--client', 'without region']],
  ['rotate', (old: string) => [idOf(old)]],
])('%s ends with 1 if no region has the new token, and ends no other', async (command, words) => {
  const old = await create('without region');
  const before = await stored(old);
  await behindProxy((operation, forward) =>
    operation === 'GetItem' ? Promise.resolve(undefined) : forward(),
  );
  const { code, stdout, stderr } = await token(command, ...words(old), ...stack);
  expect({ code, isPrinted: isToken(stdout.trim()) }).toEqual({ code: 1, isPrinted: true });
  expect(stderr).toMatch(/does not accept the new token yet/);
  expect(stderr).toContain(`\nNo region has the new token yet: revoke ${idOf(stdout)}.\n`);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', dynamodbUrl);
  expect((await stored(old)).expires).toBe(before.expires);
});

it.each(['create', 'revoke', 'rotate'])(
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
    expect(await refused(command, ...words)).toMatch(/^The answer is invalid \(.+\): [^\n]+\n$/);
    expect(await tokensOf(client)).toEqual([await stored(kept)]);
    expect(await accepts(kept)).toBe(true);
  },
);

it.each([
  ['nursery', 'nursery'],
  [{ toString: 1 }, 'an unknown client'],
  [`x ${unknown}`, `x plant_…${unknown.slice(-4)}`],
])('revoke again clears the cache again, also for an odd client (%#)', async (client, named) => {
  const revoked = storedToken('0dd', { client: client as string, revoked: noon });
  await registry.create(revoked);
  onTestFinished(() => registry.remove(revoked.digest));
  resets.length = 0;
  expect(await token('revoke', revoked.digest, ...stack)).toEqual({
    code: 0,
    stdout: '',
    stderr: `Token 0dd00000 of ${named}, in the stack PlantStore, is revoked.\n`,
  });
  expect(resets).toEqual(['open']);
  expect(await registry.find(revoked.digest)).toEqual(revoked);
});

it('revoke ends a token that cannot be listed, without a list', async () => {
  const text = await create('ageless');
  const { created: _, ...item } = await stored(text);
  await registry.create(item as StoredToken);
  onTestFinished(() => registry.remove(digestOf(text)));
  const calls = await behindProxy((_, forward) => forward());
  const { code, stderr } = await token('revoke', text, ...stack);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `Token ${idOf(text)} of ageless, in the stack PlantStore, is revoked.\n`,
  });
  expect(calls.map(operationOf)).toEqual(['UpdateItem', 'GetItem']);
  expect(await accepts(text)).toBe(false);
});

it.each([
  ['id', digestOf('none'), digestOf('none')],
  ['token', unknown, `plant_…${unknown.slice(-4)}`],
])('revoke prints that there is no token of this %s', async (_, id, named) => {
  expect(await refused('revoke', id)).toBe(`There is no token ${named}.\n`);
});

describe('rotate', () => {
  it('creates a new token for the client, and the old one stays valid for the overlap', async () => {
    const old = await create('rotated');
    const { code, stdout, stderr } = await token('rotate', idOf(old), '--overlap', '10m', ...stack);
    expect(code).toBe(0);
    expect(await accepts(stdout.trim())).toBe(true);
    expect(await accepts(old)).toBe(true);
    const { client, created = 0, expires } = await stored(stdout);
    expect({ client, expires }).toEqual({ client: 'rotated', expires: created + 90 * 86_400 });
    expect(await stored(old)).toMatchObject({ expires: created + 600 });
    expect(stderr).toContain(`The old token, ${idOf(old)}, expires at `);
    expect(await refused('rotate', idOf(old))).toMatch(
      /^Token \w{8} of rotated was already rotated at \S+ \S+Z: rotate the new token, or create another one and revoke this one\.\n$/,
    );
  });

  it('never prolongs the old token', async () => {
    const old = await create('short-lived', '--expires', '10m');
    const { expires } = await stored(old);
    const { stderr } = await token('rotate', idOf(old), ...stack);
    expect(await stored(old)).toMatchObject({ expires });
    expect(stderr).toContain(`The old token, ${idOf(old)}, expires at ${moment(expires ?? 0)}.`);
  });

  it('creates a token that never expires if the old one does not, unless a time is given', async () => {
    const first = await create('for-ever', '--expires', 'never');
    const { stdout: second, stderr } = await token('rotate', idOf(first), ...stack);
    expect(stderr).toContain(' of for-ever, in the stack PlantStore, never expires.\n');
    const { created = 0, expires } = await stored(second);
    expect(expires).toBeUndefined();
    expect(await stored(first)).toMatchObject({ expires: created + 3_600 });
    const { stdout: third } = await token('rotate', idOf(second), '--expires', '2d', ...stack);
    expect(await stored(third)).toMatchObject({ expires: expect.any(Number) });
  });

  it('ends the old one immediately without an overlap, and refuses one that has ended', async () => {
    const old = await create('at-once');
    resets.length = 0;
    await token('rotate', idOf(old), '--overlap', '0s', ...stack);
    expect(resets).toEqual(['open']);
    expect(await accepts(old)).toBe(false);
    expect(await refused('rotate', idOf(old))).toMatch(
      /^Token \w{8} of at-once was already rotated at \S+ \S+Z: use the new token, and revoke this one if the gateway still accepts it\.\n$/,
    );
    await registry.revoke(digestOf(old), 1);
    expect(await refused('rotate', idOf(old))).toContain(' is revoked: create a new one.');
    const ended = await create('ended', '--expires', '1s');
    await registry.shorten(digestOf(ended), 1);
    expect(await refused('rotate', idOf(ended))).toBe(
      `Token ${idOf(ended)} of ended is expired: create a new one.\n`,
    );
  });

  const works = /^Token \w{8} of stopped, in the stack PlantStore, expires at /;
  const nextStep =
    /^Token \w{8} of stopped was already rotated at .+: rotate the new token, or create another one and revoke this one\.\n$/;
  it.each([
    [0, 0, works],
    [1, 0, works],
    [2, 1, nextStep],
  ])('can be run again after it was stopped behind %i writes', async (done, code, printed) => {
    const old = await create('stopped');
    let writes = 0;
    let isStopped = false;
    await behindProxy(async (operation, forward) => {
      const isWrite = /^(Put|Update|Delete)Item$/.test(operation);
      isStopped ||= isWrite && writes === done;
      if (isWrite) writes += 1;
      return isStopped ? undefined : forward();
    });
    expect((await token('rotate', idOf(old), ...stack)).code).toBe(1);
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', dynamodbUrl);
    const again = await token('rotate', idOf(old), ...stack);
    expect(again).toMatchObject({ code, stderr: expect.stringMatching(printed) });
    expect(await accepts(again.stdout.trim())).toBe(code === 0);
    expect(await accepts(old)).toBe(true);
  });

  it('makes no token for the checks of the service', async () => {
    const own = storedToken('check', { client: 'probe' });
    await registry.create(own);
    onTestFinished(() => registry.remove(own.digest));
    expect(await token('rotate', own.digest, ...stack)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'The client name probe is reserved for the checks of the service.\n',
    });
  });

  it('prints the new token if only the answers to its mark were lost', async () => {
    const old = await create('unanswered');
    await behindProxy(async (operation, forward) => {
      const answer = await forward();
      return operation === 'UpdateItem' ? undefined : answer;
    });
    const { stdout } = await token('rotate', idOf(old), ...stack);
    expect(await stored(old)).toMatchObject({ successor: digestOf(stdout.trim()) });
    expect(await accepts(stdout.trim())).toBe(true);
  });

  it('removes the new token if the old one cannot be marked', async () => {
    const old = await create('unmarked');
    const before = await tokensOf('unmarked');
    await behindProxy(async (operation, forward) =>
      operation === 'UpdateItem' ? undefined : forward(),
    );
    expect(await refused('rotate', idOf(old))).toMatch(/^There is no connection \(.*\)\.\n$/);
    expect(await tokensOf('unmarked')).toEqual(before);
  });

  it('prints the new token although the old one cannot be shortened, and a warning', async () => {
    const old = await create('long', '--expires', 'never');
    let updates = 0;
    await behindProxy(async (operation, forward) => {
      if (operation === 'UpdateItem') updates += 1;
      return operation === 'UpdateItem' && updates > 1 ? undefined : forward();
    });
    const { code, stdout, stderr } = await token('rotate', idOf(old), ...stack);
    expect(code).toBe(1);
    expect(await accepts(stdout.trim())).toBe(true);
    expect(stderr).toContain(
      `The expiry of the old token, ${idOf(old)}, was not changed: revoke it when the new one is in use. There is no connection (`,
    );
  });
});

it('rotate three times at the same time creates one new token', async () => {
  const old = await create('contested');
  const commands = 3;
  let scans = 0;
  const allRead = Promise.withResolvers<void>();
  await behindProxy(async (operation, forward) => {
    const answer = await forward();
    if (operation !== 'Scan') return answer;
    scans += 1;
    if (scans === commands) allRead.resolve();
    await allRead.promise;
    return answer;
  });
  const outcomes = await Promise.all(
    Array.from({ length: commands }, () => token('rotate', idOf(old), ...stack)),
  );
  const [winner, ...others] = outcomes.toSorted((one, other) => one.code - other.code);
  expect(winner?.code).toBe(0);
  const stderr = `Token ${idOf(old)} of contested has just been rotated, revoked or removed by another command: no new token was created.\n`;
  expect(others).toEqual(Array(commands - 1).fill({ code: 1, stdout: '', stderr }));
  expect(await tokensOf('contested')).toHaveLength(2);
  expect(await accepts(winner?.stdout.trim() ?? '')).toBe(true);
});
