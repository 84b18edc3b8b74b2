import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { digestOf } from '../../../../functions/authorize/token.ts';
import type { StoredToken } from '../../../../functions/authorize/token-record.ts';
import { generateToken } from '../../../../tools/commands/token/generate-token.ts';
import { tokenTable } from '../../../../tools/commands/token/token-table.ts';
import { startDynamodb } from '../../../setup/embedded-dynamodb.ts';
import { itemOf, noon, removeItem, storedToken } from './token-command.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const table = tokenTable(new DynamoDBClient(), 'Tokens');
async function stored(properties: Partial<StoredToken> = {}) {
  const token = storedToken(digestOf(generateToken()), properties);
  await table.create(token);
  return token;
}

describe('create', () => {
  it('accepts the same token again, as a retry sends it', async () => {
    const token = await stored();
    await table.create(token);
    expect(await itemOf(token.digest)).toEqual(token);
  });

  it('never undoes a revocation', async () => {
    const token = await stored({ revoked: noon });
    await expect(table.create(storedToken(token.digest))).rejects.toThrow(
      ConditionalCheckFailedException,
    );
    expect(await itemOf(token.digest)).toEqual(token);
  });
});

it('revoke writes the time once, and nothing else', async () => {
  const token = await stored({ expires: noon + 10 });
  const revoked = { ...token, revoked: noon + 1 };
  expect(await table.revoke(token.digest, noon + 1)).toEqual(revoked);
  expect(await table.revoke(token.digest, noon + 2)).toEqual(revoked);
  expect(await itemOf(token.digest)).toEqual(revoked);
});

it('no change creates a token that was deleted', async () => {
  const { digest } = storedToken('gone');
  expect(await table.revoke(digest, noon)).toBeUndefined();
  expect(await itemOf(digest)).toBeUndefined();
});

describe('list', () => {
  it('reads all pages', async () => {
    const client = 'x'.repeat(50_000); // 1 MB a page: these are two
    const digests = Array.from({ length: 25 }, (_, number) => `page-${number}`);
    await Promise.all(
      digests.map((digest) => table.create(storedToken(digest, { digest, client }))),
    );
    const listed = await table.list(expect.fail);
    expect(listed.map(({ digest }) => digest)).toEqual(expect.arrayContaining(digests));
    expect(listed.find(({ digest }) => digest === 'page-7')).toEqual(
      storedToken('', { digest: 'page-7', client }),
    );
  });

  it('names an item to repair, and lists the others', async () => {
    const { digest } = await stored();
    await table.create({ digest: 'odd', created: noon } as StoredToken);
    onTestFinished(() => removeItem('odd'));
    const notes: string[] = [];
    const listed = await table.list((note) => notes.push(note));
    expect(listed.map((token) => token.digest)).toContain(digest);
    expect(listed.map((token) => token.digest)).not.toContain('odd');
    expect(notes).toEqual([expect.stringMatching(/\bodd\b/)]);
  });
});
