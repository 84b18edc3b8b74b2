import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { StoredToken } from '../../../../functions/authorize/token-record.ts';
import { tokenTable } from '../../../commands/token/token-table.ts';
import { startDynamodb } from '../../setup/embedded-dynamodb.ts';
import { noon, removeItem, storedToken } from './stored-tokens.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const table = tokenTable(new DynamoDBClient(), 'Tokens');
describe('list', () => {
  it('reads all pages', async () => {
    const client = 'x'.repeat(50_000); // 1 MB a page: these are two
    const digests = Array.from({ length: 25 }, (_, number) => `page-${number}`);
    await Promise.all(
      digests.map((digest) => table.create(storedToken(digest, { digest, client }))),
    );
    const listed = await table.list(expect.fail);
    expect(listed.map(({ digest }) => digest)).toEqual(expect.arrayContaining(digests));
  });

  it('names an item to repair, and lists the others', async () => {
    const { digest } = storedToken('right');
    await table.create(storedToken(digest));
    await table.create({ digest: 'odd', created: noon } as StoredToken);
    onTestFinished(() => removeItem('odd'));
    const notes: string[] = [];
    const listed = await table.list((note) => notes.push(note));
    expect(listed.map((token) => token.digest)).toContain(digest);
    expect(listed.map((token) => token.digest)).not.toContain('odd');
    expect(notes).toEqual([expect.stringMatching(/\bodd\b/)]);
  });
});
