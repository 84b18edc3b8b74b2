import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { digestOf, generateToken, isToken } from '../../../../functions/authorize/token.ts';
import { tokenCommand } from '../../../../infra/commands/token/token-command.ts';
import { run } from '../../../command.ts';
import {
  accepts,
  aws,
  behindProxy,
  create,
  idOf,
  listed,
  stack,
  tokensOf,
} from './deployed-stack.ts';
import { emptyWrites, type Interference, untrusted } from './store-proxy.ts';
import { main, spawnedToken, token } from './token-command.ts';

const unknown = generateToken();
const documents = DynamoDBDocumentClient.from(new DynamoDBClient());
async function itemOf(text: string): Promise<Record<string, unknown>> {
  const Key = { digest: digestOf(text) };
  const { Item = {} } = await documents.send(new GetCommand({ TableName: 'Tokens', Key }));
  return Item;
}

describe('create', () => {
  it('prints a token that the authorizer accepts, alone on stdout and once', async () => {
    const words = ['create', '--client', 'Süd 7', ...stack];
    const { code, stdout, stderr } = await spawnedToken(process.env, ...words);
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

  it('gives it 90 days unless told otherwise', async () => {
    const [usual, short, never] = await Promise.all([
      create('usual'),
      create('short', '--expires', '2h'),
      create('never', '--expires', 'never'),
    ]);
    const seconds = async (text: string) => {
      const { created, expires } = await listed(text);
      return expires && (Date.parse(expires) - Date.parse(created)) / 1000;
    };
    expect(await seconds(usual)).toBe(90 * 86_400);
    expect(await seconds(short)).toBe(7_200);
    expect(await seconds(never)).toBeNull();
  });
});

describe('revoke', () => {
  it('ends a token, and makes the gateway forget that it knew it', async () => {
    const text = await create('revoked');
    const before = aws.resets.length;
    const { code, stdout, stderr } = await token('revoke', idOf(text), ...stack);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toBe(`Token ${idOf(text)} of revoked, in the stack PlantStore, is revoked.\n`);
    expect(aws.resets).toHaveLength(before + 1);
    expect(await accepts(text)).toBe(false);
    expect(await listed(text)).toMatchObject({ state: 'revoked' });
  });

  it('says since when, the second time, and tells the gateway again', async () => {
    const text = await create('twice');
    await token('revoke', idOf(text), ...stack);
    const { revoked } = await listed(text);
    const before = aws.resets.length;
    // A second later, so that the two are told apart.
    await vi.waitUntil(() => Date.now() >= Date.parse(revoked) + 1_000, 5_000);
    const { code, stderr } = await token('revoke', text, ...stack);
    expect(code).toBe(0);
    const since = revoked.slice(0, 16).replace('T', ' ');
    expect(stderr).toContain(
      `of twice, in the stack PlantStore, has been revoked since ${since}Z.`,
    );
    expect(aws.resets).toHaveLength(before + 1);
    expect(await listed(text)).toMatchObject({ revoked });
  });

  it('revokes all the same where it may not reset the cache, and says what that means', async () => {
    const text = await create('guarded');
    const { code, stderr } = await token('revoke', idOf(text), '--stack', 'Guarded');
    expect(code).toBe(0);
    expect(stderr).toContain('is revoked.');
    expect(stderr).toContain(
      'The gateway may accept it for five more minutes: its cache could not be cleared. Access denied (not authorized to perform: apigateway:DELETE).',
    );
    expect(await accepts(text)).toBe(false);
  });
});

it('revoke does not take the 200 of a proxy for a cleared cache', async () => {
  const text = await create('proxied');
  const { code, stderr } = await token('revoke', idOf(text), '--stack', 'Proxied');
  expect(code).toBe(0);
  expect(stderr).toContain('its cache could not be cleared. The answer was 200 instead of 204.');
});

it('revoke clears the cache also if the stored time is not a date', async () => {
  const text = await create('dateless');
  const Item = { ...(await itemOf(text)), revoked: 1e14 };
  await documents.send(new PutCommand({ TableName: 'Tokens', Item }));
  const before = aws.resets.length;
  const { code, stderr } = await token('revoke', digestOf(text), ...stack);
  expect(code).toBe(0);
  expect(stderr).toContain('has been revoked since an invalid time.');
  expect(aws.resets).toHaveLength(before + 1);
  await documents.send(new DeleteCommand({ TableName: 'Tokens', Key: { digest: digestOf(text) } }));
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

describe('through a proxy that answers writes with an empty 200', () => {
  it('create prints no token', async () => {
    await behindProxy(emptyWrites);
    const { code, stdout, stderr } = await token('create', '--client', 'unstored', ...stack);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(untrusted);
    expect(await tokensOf('unstored')).toEqual([]);
  });

  it.each([
    ['its id', idOf],
    ['itself', (text: string) => text],
  ])('revoke of a token by %s does not say that it is done', async (_, idFrom) => {
    const text = await create('kept');
    await behindProxy(emptyWrites);
    const { code, stdout, stderr } = await token('revoke', idFrom(text), ...stack);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(untrusted);
    expect(await accepts(text)).toBe(true);
  });
});

describe('revoke, of a stored item without the time of its creation', () => {
  const unlisted = async (client: string) => {
    const text = await create(client);
    const { digest, created: _, ...rest } = await itemOf(text);
    await documents.send(new PutCommand({ TableName: 'Tokens', Item: { digest, ...rest } }));
    onTestFinished(async () => {
      await documents.send(new DeleteCommand({ TableName: 'Tokens', Key: { digest } }));
    });
    expect(await accepts(text)).toBe(true);
    return text;
  };

  it.each([
    ['the token itself', (text: string) => text],
    ['a header that holds it', (text: string) => `Authorization: Bearer ${text}`],
    ['its digest', digestOf],
    ['its digest in capitals', (text: string) => digestOf(text).toUpperCase()],
  ])('revokes it by %s, without a list', async (_, idFrom) => {
    const text = await unlisted('ageless');
    const operations: string[] = [];
    await behindProxy((operation, forward) => {
      operations.push(operation);
      return forward();
    });
    const { code, stdout, stderr } = await token('revoke', idFrom(text), ...stack);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toBe(`Token ${idOf(text)} of ageless, in the stack PlantStore, is revoked.\n`);
    expect(operations).toEqual(['UpdateItem']);
    expect(await accepts(text)).toBe(false);
  });

  it('is told of by list, with the id that revokes it', async () => {
    const text = await unlisted('reported');
    const { stderr } = await token('list', ...stack);
    expect(stderr).toContain(
      `A stored token has no number in created: repair, revoke or delete it by its digest, ${digestOf(text)}.`,
    );
    const revoked = await token('revoke', digestOf(text), ...stack);
    expect(revoked).toMatchObject({ code: 0 });
  });
});

it.each([
  ['revoke', '00000000', '00000000'],
  ['revoke', digestOf('none'), digestOf('none')],
  ['revoke', unknown, `like the one given, ${idOf(unknown)}`],
  ['rotate', '00000000', '00000000'],
])('%s says that there is no token %s', async (command, id, named) => {
  const { code, stdout, stderr } = await token(command, id, ...stack);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`There is no token ${named}.\n`);
});

describe('rotate', () => {
  it('makes a new token for the client, and lets the old one hold for the overlap', async () => {
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

  it('never lets the old one live longer, nor the new one die where the old one would not', async () => {
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

  it('makes one successor and no second, which would not last as the first does', async () => {
    const text = await create('twice', '--expires', 'never');
    await token('rotate', idOf(text), ...stack);
    const { code, stdout, stderr } = await token('rotate', idOf(text), ...stack);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Token \w{8} of twice was already rotated at \S+ \S+Z: rotate the new token, or create another one\.\n$/,
    );
  });

  it('ends the old one at once where there is no overlap, and not one that has ended', async () => {
    const text = await create('at-once');
    const before = aws.resets.length;
    await token('rotate', idOf(text), '--overlap', '0s', ...stack);
    expect(aws.resets).toHaveLength(before + 1);
    expect(await accepts(text)).toBe(false);
    const { code, stdout, stderr } = await token('rotate', idOf(text), ...stack);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`Token ${idOf(text)} of at-once is expired: create a new one.\n`);
  });
});

describe('rotate in three shells at once', () => {
  it('makes one successor, and tells the others', async () => {
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
      Array.from({ length: commands }, () =>
        spawnedToken(process.env, 'rotate', idOf(old), ...stack),
      ),
    );
    const [winner, ...others] = outcomes.toSorted((one, other) => one.code - other.code);
    expect(winner?.code).toBe(0);
    for (const other of others) {
      expect(other).toEqual({
        code: 1,
        stdout: '',
        stderr: `Token ${idOf(old)} of contested has just been rotated, revoked or removed by another command: no new token was created.\n`,
      });
    }
    expect((await tokensOf('contested')).map(({ id }) => id).toSorted()).toEqual(
      [idOf(old), idOf(winner?.stdout ?? '')].toSorted(),
    );
    expect(await accepts(winner?.stdout.trim() ?? '')).toBe(true);
  });
});

describe('rotate that is disturbed', () => {
  const lost = async () => undefined;

  it.each(['UpdateItem', 'PutItem'])(
    'makes one successor though an answer to %s is lost',
    async (lossy) => {
      const client = `lossy ${lossy}`;
      const old = await create(client);
      let losses = 0;
      await behindProxy(async (operation, forward) => {
        const answer = await forward();
        if (operation !== lossy || losses > 0) return answer;
        losses += 1;
        return lost();
      });
      const { code, stdout } = await token('rotate', idOf(old), ...stack);
      expect({ code, losses }).toEqual({ code: 0, losses: 1 });
      expect(await accepts(stdout.trim())).toBe(true);
      expect(await tokensOf(client)).toHaveLength(2);
    },
  );

  it('changes nothing where the new token cannot be stored', async () => {
    const old = await create('unstored');
    const before = await listed(old);
    const refuses = vi.fn<Interference>((operation, forward) =>
      operation === 'PutItem' ? lost() : forward(),
    );
    await behindProxy(refuses);
    const { code, stdout, stderr } = await token('rotate', idOf(old), ...stack);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^There is no connection \(.*\)\.\n$/);
    expect(await tokensOf('unstored')).toEqual([before]);
    refuses.mockImplementation((_, forward) => forward());
    expect(await token('rotate', idOf(old), ...stack)).toMatchObject({ code: 0 });
  });

  it('prints no token where a proxy answers writes with an empty 200', async () => {
    const old = await create('unrotated');
    await behindProxy(emptyWrites);
    const { code, stdout, stderr } = await token('rotate', idOf(old), ...stack);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(untrusted);
    expect(await tokensOf('unrotated')).toMatchObject([{ id: idOf(old), state: 'active' }]);
  });

  it('says what to do where the mark cannot be taken back either', async () => {
    const old = await create('marked');
    let updates = 0;
    await behindProxy(async (operation, forward) => {
      if (operation === 'UpdateItem') updates += 1;
      return operation === 'PutItem' || updates > 1 ? lost() : forward();
    });
    const { code, stdout, stderr } = await token('rotate', idOf(old), ...stack);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Token \w{8} of marked is marked as rotated, but no new token was created: create one for the client, then revoke the old one\. There is no connection \(.*\)\.\n$/,
    );
  });

  it('leaves the old token as long as it had, and the next one says what to do', async () => {
    const old = await create('killed');
    const { expires } = await listed(old);
    const killed = Promise.withResolvers<() => void>();
    await behindProxy(async (operation, forward) => {
      if (operation !== 'PutItem') return forward();
      (await killed.promise)();
      return lost();
    });
    const command = run(main, ['rotate', idOf(old), ...stack], { env: process.env });
    killed.resolve(() => command.signal('SIGKILL'));
    expect(await command.ended).toMatchObject({ code: null, stdout: '' });
    expect(await listed(old)).toMatchObject({ state: 'active', expires });
    const { code, stderr } = await token('rotate', idOf(old), ...stack);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Token \w{8} of killed was already rotated at \S+ \S+Z\. Unless that command still runs, no new token was created: create one for the client, then revoke the old one\.\n$/,
    );
  });

  it('prints the new token though the old one cannot be shortened, and says so', async () => {
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
