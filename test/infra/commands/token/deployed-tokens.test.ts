import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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
    Other: { ApiId: 'open' },
  },
  resettable: ['open'],
});
afterAll(async () => {
  await aws.stop();
  await dynamodb.stop();
});

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.url);
  vi.stubEnv('AWS_ENDPOINT_URL_APIGATEWAYV2', aws.url);
  vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllEnvs();
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

describe('--profile', () => {
  it('has to be one with credentials', async () => {
    vi.stubEnv('AWS_CONFIG_FILE', '/nonexistent');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nonexistent');
    const { code, stderr } = await token('list', '--stack', 'PlantStore', '--profile', 'nope');
    expect(code).toBe(1);
    expect(stderr).toMatch(/: sign in, or name a profile that has some with --profile\.\n$/);
  });

  it('brings its own credentials and region', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'profile-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const config = join(folder, 'config');
    const lines = ['[profile grower]', 'region = eu-west-3'];
    const keys = ['aws_access_key_id = GROWER', 'aws_secret_access_key = local'];
    writeFileSync(config, [...lines, ...keys].join('\n'));
    vi.stubEnv('AWS_CONFIG_FILE', config);
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_REGION', undefined);
    const { stderr } = await token('list', '--stack', 'Nowhere', '--profile', 'grower');
    expect(stderr).toBe('There is no stack Nowhere in eu-west-3 for these credentials.\n');
    expect(aws.accessKeys.at(-1)).toBe('GROWER');
  });
});

describe('a command that cannot be', () => {
  const refused = (sentence: string) => ({ code: 1, stdout: '', stderr: `${sentence}\n` });

  it('has no such token', async () => {
    expect(await token('revoke', '00000000', ...stack)).toEqual(
      refused('There is no token 00000000.'),
    );
  });

  it('has no such stack', async () => {
    expect(await token('list', '--stack', 'Nowhere')).toEqual(
      refused('There is no stack Nowhere in eu-central-1 for these credentials.'),
    );
  });

  it('has a stack of another kind', async () => {
    expect(await token('list', '--stack', 'Other')).toEqual(
      refused(
        'The stack Other has no output TokensTableName: it is no plant store, or not deployed to the end.',
      ),
    );
  });

  it('has no credentials', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('HOME', '/nonexistent');
    const { code, stdout, stderr } = await token('list', ...stack);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^There are no AWS credentials to use \(.*--profile\.\n$/);
  });

  it('has no region, unless one is named', async () => {
    vi.stubEnv('AWS_REGION', undefined);
    vi.stubEnv('HOME', '/nonexistent');
    expect(await token('list', ...stack)).toEqual(
      refused('There is no AWS region: name one with --region.'),
    );
    expect(await token('list', '--region', 'eu-west-1', '--stack', 'Nowhere')).toEqual(
      refused('There is no stack Nowhere in eu-west-1 for these credentials.'),
    );
  });

  it('meets nobody on the other side', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', 'http://127.0.0.1:1');
    expect(await token('list', ...stack)).toEqual(
      refused('There is no connection (connect ECONNREFUSED 127.0.0.1:1).'),
    );
  });

  it('is not understood, and is shown the usage', async () => {
    const { code, stdout, stderr } = await spawnedToken({}, 'create');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^Say whose token it is: --client is missing\.\nusage: npm run token -- /,
    );
  });

  it('asks for help, and gets it', async () => {
    const { code, stdout, stderr } = await token('--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^usage: npm run token -- create/);
  });
});
