import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { digestOf, generateToken, isToken } from '../../../../functions/authorize/token.ts';
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
import { emptyWrites, untrusted } from './store-proxy.ts';
import { spawnedToken, token } from './token-command.ts';

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
      'The gateway may go on accepting it for up to five minutes, since its authorizer cache could not be reset. The AWS credentials do not suffice (not authorized to perform: apigateway:DELETE).',
    );
    expect(await accepts(text)).toBe(false);
  });
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
