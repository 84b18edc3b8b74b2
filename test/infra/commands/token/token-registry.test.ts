import { DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  NumberValue,
  PutCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { digestOf, generateToken } from '../../../../functions/authorize/token.ts';
import {
  type StoredToken,
  tokenRegistry,
} from '../../../../infra/commands/token/token-registry.ts';
import { Problem } from '../../../../infra/problem.ts';
import { startDynamodb } from '../../../embedded-dynamodb.ts';
import { noon, storedToken } from './tokens.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const client = new DynamoDBClient();
const documents = DynamoDBDocumentClient.from(client);
const registry = tokenRegistry(client, 'Tokens');
async function item(digest: string) {
  return (await documents.send(new GetCommand({ TableName: 'Tokens', Key: { digest } }))).Item;
}
async function stored(properties: Partial<StoredToken> = {}) {
  const token = storedToken(digestOf(generateToken()), properties);
  await registry.create(token);
  return token;
}

/** Stores what the command itself would never write. */
async function storedOddly(item: { readonly digest: string }) {
  await documents.send(new PutCommand({ TableName: 'Tokens', Item: item }));
  onTestFinished(async () => {
    const Key = { digest: item.digest };
    await documents.send(new DeleteCommand({ TableName: 'Tokens', Key }));
  });
}

function unexpected(problem: string) {
  return expect.unreachable(problem);
}

describe('create', () => {
  it('takes the same token again, as a retry sends it', async () => {
    const token = await stored();
    await registry.create(token);
    expect(await item(token.digest)).toEqual(token);
  });

  it.each([{ revoked: noon }, { rotated: noon }])('never undoes %j', async (change) => {
    const token = await stored(change);
    await expect(registry.create(storedToken(token.digest))).rejects.toThrow(Problem);
    expect(await item(token.digest)).toEqual(token);
  });
});

describe('revoke', () => {
  it('writes the time, and nothing else', async () => {
    const token = await stored({ expires: noon + 10 });
    expect(await registry.revoke(token.digest, noon + 1)).toEqual({
      revoked: noon + 1,
      client: 'nursery',
    });
    expect(await item(token.digest)).toEqual({ ...token, revoked: noon + 1 });
  });

  it('leaves the time of an earlier revocation', async () => {
    const { digest } = await stored({ revoked: noon });
    expect(await registry.revoke(digest, noon + 1)).toMatchObject({ revoked: noon });
    expect(await item(digest)).toMatchObject({ revoked: noon });
  });

  it('makes no token of one that is gone', async () => {
    const { digest } = storedToken('gone');
    expect(await registry.revoke(digest, noon)).toBeUndefined();
    expect(await item(digest)).toBeUndefined();
  });
});

describe('revoke, of an item that cannot be listed', () => {
  it('writes the time all the same', async () => {
    await storedOddly({ digest: 'bare' });
    expect(await registry.revoke('bare', noon)).toEqual({ revoked: noon });
    expect(await item('bare')).toEqual({ digest: 'bare', revoked: noon });
  });

  it('says so where the item holds another revocation than a time', async () => {
    const odd = { digest: 'odd-time', revoked: 'yes' };
    await storedOddly(odd);
    await expect(registry.revoke('odd-time', noon)).rejects.toThrow(
      new Problem(
        'The store did not confirm that the token is revoked: try again, or delete the item with the digest odd-time.',
      ),
    );
  });
});

describe('markRotated', () => {
  const mark = { at: noon, successor: 'next' };

  it('marks a token once', async () => {
    const token = await stored({ expires: noon + 5 });
    expect(await registry.markRotated(token.digest, mark)).toBe(true);
    expect(await registry.markRotated(token.digest, { ...mark, successor: 'other' })).toBe(false);
    const listed = await registry.list(unexpected);
    expect(listed.find(({ digest }) => digest === token.digest)).toEqual({
      ...token,
      rotated: noon,
      successor: 'next',
    });
  });

  it('takes the same mark again, as a retry sends it', async () => {
    const { digest } = await stored();
    await registry.markRotated(digest, mark);
    expect(await registry.markRotated(digest, mark)).toBe(true);
  });

  it.each([
    ['revoked', { revoked: noon }],
    ['rotated before successors were noted', { rotated: noon }],
  ])('marks none that is %s', async (_, properties) => {
    const { digest } = await stored(properties);
    expect(await registry.markRotated(digest, mark)).toBe(false);
  });

  it('makes no token of one that is gone', async () => {
    const { digest } = storedToken('gone');
    expect(await registry.markRotated(digest, mark)).toBe(false);
    expect(await item(digest)).toBeUndefined();
  });
});

describe('unmarkRotated', () => {
  it('takes back its own mark, and no other', async () => {
    const token = await stored();
    await registry.markRotated(token.digest, { at: noon, successor: 'next' });
    await registry.unmarkRotated(token.digest, 'other');
    expect(await item(token.digest)).toMatchObject({ rotated: noon });
    await registry.unmarkRotated(token.digest, 'next');
    expect(await item(token.digest)).toEqual(token);
  });
});

describe('shorten', () => {
  it.each([
    ['gives an end to a token without one', undefined, noon + 5, noon + 5],
    ['brings an end forward', noon + 9, noon + 5, noon + 5],
    ['never extends an expiry', noon + 1, noon + 5, noon + 1],
  ])('%s', async (_, expires, at, then) => {
    const { digest } = await stored(expires === undefined ? {} : { expires });
    await registry.shorten(digest, at);
    expect(await item(digest)).toMatchObject({ expires: then });
  });

  it('makes no token of one that is gone', async () => {
    const { digest } = storedToken('gone');
    await registry.shorten(digest, noon);
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
    [storedToken('', { created: 1e14 }), 'A stored token has no valid time in created'],
    [
      storedToken('', { expires: NumberValue.from('1e100') as unknown as number }),
      'A stored token has no valid time in expires',
    ],
    [storedToken('', { revoked: -1e14 }), 'A stored token has no valid time in revoked'],
    [storedToken('', { rotated: 1e14 }), 'A stored token has no valid time in rotated'],
  ])('says which item to repair, and lists the others: %j', async (odd, problem) => {
    const { digest } = await stored();
    await storedOddly({ ...odd, digest: 'odd' });
    const notes: string[] = [];
    const listed = await registry.list((note) => notes.push(note));
    expect(listed.map((token) => token.digest)).toContain(digest);
    expect(listed.map((token) => token.digest)).not.toContain('odd');
    expect(notes).toEqual([`${problem}: repair, revoke or delete it by its digest, odd.`]);
  });

  it('lets an outage be seen as what it is', async () => {
    const nowhere = tokenRegistry(client, 'Nowhere');
    await expect(nowhere.list(unexpected)).rejects.toThrow(ResourceNotFoundException);
    await expect(nowhere.create(storedToken('a'))).rejects.toThrow(ResourceNotFoundException);
  });
});
