import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { authorize } from '../../../../functions/authorize/authorize.ts';
import { digestOf, isToken } from '../../../../functions/authorize/token.ts';
import { tokenStore } from '../../../../functions/authorize/token-store.ts';
import { documentClient } from '../../../../functions/shared/document-client.ts';
import { startDynamodb } from '../../../embedded-dynamodb.ts';
import { startFakeAws } from './fake-aws.ts';
import { spawnedToken, token } from './token-command.ts';

const dynamodb = await startDynamodb();
const aws = await startFakeAws({
  stacks: {
    PlantStore: { ApiId: 'open', TokensTableName: 'Tokens' },
    Guarded: { ApiId: 'guarded', TokensTableName: 'Tokens' },
  },
  resettable: ['open'],
});
beforeAll(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.url);
  vi.stubEnv('AWS_ENDPOINT_URL_APIGATEWAYV2', aws.url);
  vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterAll(async () => {
  await aws.stop();
  await dynamodb.stop();
});

const stack = ['--stack', 'PlantStore'];
function idOf(text: string) {
  return digestOf(text.trim()).slice(0, 8);
}
async function create(client: string, ...options: string[]) {
  return (await token('create', '--client', client, ...options, ...stack)).stdout.trim();
}
async function listed(text: string) {
  const { stdout } = await token('list', '--json', ...stack);
  return JSON.parse(stdout).find(({ id }: { id: string }) => id === idOf(text));
}

async function accepts(text: string): Promise<boolean> {
  const decide = authorize(tokenStore(documentClient({ maxAttempts: 1 }), 'Tokens'));
  const event = { identitySource: [`Bearer ${text}`] };
  return (await decide(event as APIGatewayRequestAuthorizerEventV2)).isAuthorized;
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
    await vi.waitUntil(() => Date.now() >= Date.parse(revoked) + 1_000, { interval: 50 });
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
      'The gateway may go on accepting it for up to five minutes, since its authorizer cache could not be reset. The AWS credentials do not suffice (not authorized to perform: apigateway:DELETE).',
    );
    expect(await accepts(text)).toBe(false);
  });
});

it.each(['revoke', 'rotate'])('%s says that there is no such token', async (command) => {
  const outcome = await token(command, '00000000', ...stack);
  expect(outcome).toEqual({ code: 1, stdout: '', stderr: 'There is no token 00000000.\n' });
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
