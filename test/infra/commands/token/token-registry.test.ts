import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { digestOf, generateToken } from '../../../../functions/authorize/token.ts';
import {
  type StoredToken,
  tokenRegistry,
} from '../../../../infra/commands/token/token-registry.ts';
import { Problem } from '../../../../infra/terminal/problem.ts';
import { startDynamodb } from '../../../embedded-dynamodb.ts';
import { noon, storedToken } from './tokens.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const documents = DynamoDBDocumentClient.from(new DynamoDBClient());
const registry = tokenRegistry(documents, 'Tokens');
async function item(digest: string) {
  return (await documents.send(new GetCommand({ TableName: 'Tokens', Key: { digest } }))).Item;
}
async function stored(properties: Partial<StoredToken> = {}) {
  const token = storedToken(digestOf(generateToken()), properties);
  await registry.create(token);
  return token;
}

function unexpected(problem: string) {
  return expect.unreachable(problem);
}

describe('create', () => {
  it('never overwrites a token', async () => {
    const token = await stored({ revoked: noon });
    const { revoked, ...again } = token;
    await expect(registry.create(again)).rejects.toThrow(Problem);
    expect(await item(token.digest)).toEqual({ ...token, revoked });
  });
});

describe('revoke', () => {
  it('writes the time, and nothing else', async () => {
    const token = await stored({ expires: noon + 10 });
    expect(await registry.revoke(token.digest, noon + 1)).toBe(noon + 1);
    expect(await item(token.digest)).toEqual({ ...token, revoked: noon + 1 });
  });

  it('leaves the time of an earlier revocation', async () => {
    const { digest } = await stored({ revoked: noon });
    expect(await registry.revoke(digest, noon + 1)).toBe(noon);
    expect(await item(digest)).toMatchObject({ revoked: noon });
  });

  it('makes no token of one that is gone', async () => {
    const { digest } = storedToken('gone');
    await expect(registry.revoke(digest, noon)).rejects.toThrow(
      new Problem('The token expired, and was removed just now.'),
    );
    expect(await item(digest)).toBeUndefined();
  });
});

describe('supersede', () => {
  it.each([
    ['gives an end to a token without one', undefined, noon + 5, noon + 5],
    ['brings an end forward', noon + 9, noon + 5, noon + 5],
    ['never puts an end off', noon + 1, noon + 5, noon + 1],
  ])('%s', async (_, expires, at, then) => {
    const { digest } = await stored(expires === undefined ? {} : { expires });
    await registry.supersede(digest, { at: noon, end: at });
    expect(await item(digest)).toMatchObject({ expires: then });
  });

  it('is remembered, even where the end was near already', async () => {
    const { digest } = await stored({ expires: noon + 5 });
    await registry.supersede(digest, { at: noon, end: noon + 5 });
    const listed = await registry.list(unexpected);
    expect(listed.find((token) => token.digest === digest)).toMatchObject({ rotated: noon });
  });

  it('makes no token of one that is gone', async () => {
    const { digest } = storedToken('gone');
    await registry.supersede(digest, { at: noon, end: noon });
    expect(await item(digest)).toBeUndefined();
  });
});

describe('list', () => {
  it('goes on to the last page', async () => {
    const client = 'x'.repeat(50_000); // 1 MB a page: these are three
    const digests = Array.from({ length: 45 }, (_, number) => `page-${number}`);
    await Promise.all(
      digests.map((digest) => registry.create(storedToken(digest, { digest, client }))),
    );
    const listed = await registry.list(unexpected);
    expect(listed.map(({ digest }) => digest)).toEqual(expect.arrayContaining(digests));
    expect(listed.find(({ digest }) => digest === 'page-7')).toEqual(
      storedToken('', { digest: 'page-7', client }),
    );
  });

  it.each([
    [{ created: noon }, 'A stored token has no client or no last four characters'],
    [{ client: 'nursery', lastFour: 'wXyZ' }, 'A stored token has no number in created'],
  ])('says which item to repair, and lists the others: %j', async (odd, problem) => {
    const { digest } = await stored();
    await documents.send(new PutCommand({ TableName: 'Tokens', Item: { digest: 'odd', ...odd } }));
    const notes: string[] = [];
    const listed = await registry.list((note) => notes.push(note));
    expect(listed.map((token) => token.digest)).toContain(digest);
    expect(listed.map((token) => token.digest)).not.toContain('odd');
    expect(notes).toEqual([`${problem}: repair or delete the item with the digest odd.`]);
  });

  it('lets an outage be seen as what it is', async () => {
    await expect(tokenRegistry(documents, 'Nowhere').list(unexpected)).rejects.toThrow('not found');
    await expect(tokenRegistry(documents, 'Nowhere').create(storedToken('a'))).rejects.toThrow(
      'not found',
    );
  });
});
