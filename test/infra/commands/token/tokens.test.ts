import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { digestOf, generateToken, isToken } from '../../../../functions/authorize/token.ts';
import { tokenCommand } from '../../../../infra/commands/token/token-command.ts';
import {
  type StoredToken,
  tokenRegistry,
} from '../../../../infra/commands/token/token-registry.ts';
import { run } from '../../../command.ts';
import {
  accepts,
  aws,
  behindProxy,
  create,
  dynamodb,
  listed,
  refused,
  stack,
  tokensOf,
} from './deployed-stack.ts';
import { emptyWrites, untrusted } from './store-proxy.ts';
import { idOf, token } from './token-command.ts';
import { noon, storedToken } from './tokens.ts';

const unknown = generateToken();
const registry = tokenRegistry(new DynamoDBClient(), 'Tokens');

describe('list --expiring', () => {
  const clients = async (time: string) => {
    const { stdout } = await token('list', '--expiring', time, '--json', ...stack);
    return JSON.parse(stdout).map(({ client }: { client: string }) => client);
  };

  it('prints the clients with a valid token that expires within that time, or that there are none', async () => {
    await create('soon', '--expires', '13d');
    await create('later', '--expires', '15d');
    await create('always', '--expires', 'never');
    await token('revoke', idOf(await create('gone', '--expires', '13d')), ...stack);
    const now = Math.floor(Date.now() / 1000);
    const others = [
      storedToken('of-a-check', { client: 'probe', expires: now + 60 }),
      storedToken('ended', { client: 'expired', expires: now - 30 }),
    ];
    for (const other of others) {
      await registry.create(other);
      onTestFinished(() => registry.remove(other.digest));
    }
    expect(await clients('14d')).toEqual(['soon']);
    expect((await clients('15d')).toSorted()).toEqual(['later', 'soon']);
    const { stdout, stderr } = await token('list', '--expiring', '1s', ...stack);
    expect({ stdout, stderr }).toEqual({
      stdout: '',
      stderr: expect.stringMatching(
        /^There are no tokens that expire by \S+ \S+ in the stack PlantStore\.\n$/,
      ),
    });
  });
});

describe('create', () => {
  it('prints a token that the authorizer accepts, once, and nothing else on stdout', async () => {
    const words = ['create', '--client', 'Süd 7', ...stack];
    const { code, stdout, stderr } = await run('infra/commands/token/main.ts', words, {
      env: process.env,
    }).ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\S+\n$/);
    expect(isToken(stdout.trim())).toBe(true);
    expect(await accepts(stdout.trim())).toBe(true);
    expect(stderr).toMatch(
      /^Token [0-9a-f]{8} of Süd 7, in the stack PlantStore, expires at \d{4}-\d\d-\d\d \d\d:\d\dZ\./,
    );
    expect(stderr).not.toContain(stdout.trim());
    const { stdout: list } = await token('list', ...stack);
    expect(list).toContain(idOf(stdout));
    expect(list).not.toContain(stdout.trim());
  });
});

describe('revoke', () => {
  it('shows the first time if it is repeated, and clears the cache again', async () => {
    const stored = storedToken('twice', { revoked: noon });
    await registry.create(stored);
    const before = aws.resets.length;
    expect(await token('revoke', 'twice', ...stack)).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'Token twice000 of nursery, in the stack PlantStore, has been revoked since 2026-11-01 12:00Z.\n',
    });
    expect(aws.resets).toHaveLength(before + 1);
    expect(await registry.find(stored.digest)).toEqual(stored);
  });

  it.each([
    ['Guarded', 'Access denied (not authorized to perform: apigateway:DELETE).'],
    // The answer of a proxy.
    ['Proxied', 'The answer was 200 instead of 204.'],
  ])(
    'revokes although the cache of %s cannot be cleared, and prints a warning',
    async (name, reason) => {
      const text = await create('guarded');
      const { code, stderr } = await token('revoke', idOf(text), '--stack', name);
      expect(code).toBe(0);
      expect(stderr).toContain('is revoked.');
      expect(stderr).toContain(
        `The gateway can accept it for five more minutes: its cache could not be cleared. ${reason}`,
      );
      expect(await accepts(text)).toBe(false);
    },
  );
});

it('create names the token that it could not print', async () => {
  const out = () => {
    throw Object.assign(new Error('write'), { code: 'ENOSPC' });
  };
  const words = ['create', '--client', 'unseen', ...stack];
  const created = tokenCommand(words, { out, note: expect.fail });
  await expect(created).rejects.toThrow(
    /^The token cannot be printed \(ENOSPC\), so nobody has it: /,
  );
  const [{ id } = { id: '' }] = await tokensOf('unseen');
  await expect(created).rejects.toThrow(`revoke ${id}.`);
});

it.each(['create', 'revoke', 'rotate'])(
  '%s prints no token and confirms nothing if a proxy answers writes with an empty 200',
  async (command) => {
    const client = `${command} by proxy`;
    const kept = await create(client);
    await behindProxy(emptyWrites);
    const words = command === 'create' ? ['--client', client] : [idOf(kept)];
    expect(await refused(command, ...words)).toMatch(untrusted);
    expect(await tokensOf(client)).toMatchObject([{ id: idOf(kept), state: 'active' }]);
    expect(await accepts(kept)).toBe(true);
  },
);

it('revoke ends a token that cannot be listed, without a list', async () => {
  const text = await create('ageless');
  const { created: _, ...item } = (await registry.find(digestOf(text))) ?? {};
  await registry.create(item as unknown as StoredToken);
  onTestFinished(() => registry.remove(digestOf(text)));
  const operations: string[] = [];
  await behindProxy((operation, forward) => {
    operations.push(operation);
    return forward();
  });
  const { code, stderr } = await token('revoke', text, ...stack);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `Token ${idOf(text)} of ageless, in the stack PlantStore, is revoked.\n`,
  });
  expect(operations).toEqual(['UpdateItem']);
  expect(await accepts(text)).toBe(false);
});

it.each([
  ['revoke', '00000000', '00000000'],
  ['revoke', digestOf('none'), digestOf('none')],
  ['revoke', unknown, `plant_…${unknown.slice(-4)}`],
])('%s prints that there is no token %s', async (command, id, named) => {
  const stderr = await refused(command, id);
  expect(stderr).toContain(`There is no token ${named}.\n`);
});

describe('rotate', () => {
  it('creates a new token for the client, and the old one stays valid for the overlap', async () => {
    const old = await create('rotated');
    const { code, stdout, stderr } = await token('rotate', idOf(old), '--overlap', '10m', ...stack);
    expect(code).toBe(0);
    expect(await accepts(stdout.trim())).toBe(true);
    expect(await accepts(old)).toBe(true);
    const [before, after] = [await listed(old), await listed(stdout)];
    expect(after).toMatchObject({ client: 'rotated', state: 'active' });
    expect(Date.parse(before.expires) - Date.parse(after.created)).toBe(600_000);
    expect(stderr).toContain(`The old token, ${idOf(old)}, expires at `);
  });

  it('never prolongs the old token, and its successor never expires if the old one did not', async () => {
    const [short, never] = [
      await create('short-lived', '--expires', '10m'),
      await create('for-ever', '--expires', 'never'),
    ];
    const { expires } = await listed(short);
    await token('rotate', idOf(short), '--overlap', '1h', ...stack);
    expect(await listed(short)).toMatchObject({ expires });
    const { stdout } = await token('rotate', idOf(never), ...stack);
    expect(await listed(stdout)).toMatchObject({ client: 'for-ever', expires: null });
    expect((await listed(never)).expires).not.toBeNull();
  });

  it('creates only one successor', async () => {
    const text = await create('twice', '--expires', 'never');
    await token('rotate', idOf(text), ...stack);
    const stderr = await refused('rotate', idOf(text));
    expect(stderr).toMatch(
      /^Token \w{8} of twice was already rotated at \S+ \S+Z: rotate the new token, or create another one and revoke this one\.\n$/,
    );
  });

  it('ends the old one immediately without an overlap, and refuses one that has ended', async () => {
    const text = await create('at-once');
    await token('rotate', idOf(text), '--overlap', '0s', ...stack);
    expect(await accepts(text)).toBe(false);
    const stderr = await refused('rotate', idOf(text));
    expect(stderr).toBe(`Token ${idOf(text)} of at-once is expired: create a new one.\n`);
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
  expect((await tokensOf('contested')).map(({ id }) => id).toSorted()).toEqual(
    [idOf(old), idOf(winner?.stdout ?? '')].toSorted(),
  );
  expect(await accepts(winner?.stdout.trim() ?? '')).toBe(true);
});

describe('rotate that is disturbed', () => {
  const lost = async () => undefined;

  it('removes the new token if the old one cannot be marked, or prints that it must be revoked', async () => {
    const old = await create('unmarked');
    const before = await listed(old);
    let removes = true;
    await behindProxy(async (operation, forward) =>
      operation === 'UpdateItem' || (operation === 'DeleteItem' && !removes) ? lost() : forward(),
    );
    expect(await refused('rotate', idOf(old))).toMatch(/^There is no connection \(.*\)\.\n$/);
    expect(await tokensOf('unmarked')).toEqual([before]);
    removes = false;
    const stderr = await refused('rotate', idOf(old));
    const orphan = (await tokensOf('unmarked')).find(({ id }) => id !== idOf(old));
    expect(stderr).toMatch(
      /^There is no connection \(.*\)\. Nobody has the new token, \w{8}: revoke it\.\n$/,
    );
    expect(stderr).toContain(String(orphan?.id));
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', dynamodb.url);
    expect(await token('rotate', idOf(old), ...stack)).toMatchObject({ code: 0 });
  });

  it('prints the new token although the old one cannot be shortened, and a warning', async () => {
    const old = await create('long', '--expires', 'never');
    let updates = 0;
    await behindProxy(async (operation, forward) => {
      if (operation === 'UpdateItem') updates += 1;
      return operation === 'UpdateItem' && updates > 1 ? lost() : forward();
    });
    const { code, stdout, stderr } = await token('rotate', idOf(old), ...stack);
    expect(code).toBe(1);
    expect(await accepts(stdout.trim())).toBe(true);
    expect(stderr).toContain(
      `The expiry of the old token, ${idOf(old)}, was not changed: revoke it when the new one is in use. There is no connection (`,
    );
  });
});
