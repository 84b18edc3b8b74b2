import { describe, expect, it, vi } from 'vitest';
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
      /^Token \w{8} of twice was rotated at \S+ \S+Z already: rotate the one that took its place, or create a new one\.\n$/,
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
        stderr: `Token ${idOf(old)} of contested has just been rotated, revoked or removed by another command: no new token was made.\n`,
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
      /^Token \w{8} of marked is marked as rotated, but no token took its place: create a new one for the client, then revoke the old one\. There is no connection \(.*\)\.\n$/,
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
      /^Token \w{8} of killed was rotated at \S+ \S+Z already\. Unless that command still runs, no token took its place: create a new one for the client, then revoke the old one\.\n$/,
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
      `The old token, ${idOf(old)}, was not shortened: revoke it once the new one is in use. There is no connection (`,
    );
  });
});
