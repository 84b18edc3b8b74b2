import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { digestOf, isToken } from '../../functions/authorize/token.ts';
import { documentClient } from '../../functions/shared/document-client.ts';
import { developmentToken } from '../../infra/commands/data-folder/development-token.ts';
import { startDynamodb } from '../embedded-dynamodb.ts';
import { bundledHandler } from './bundled-function.ts';
import { eventFiles, readEvent } from './event-files.ts';

/** What each file is answered: whose token it is, or why it is refused. */
const decisions: Record<string, { allowed: string } | { refused: string }> = {
  'valid.json': { allowed: 'developer' },
  'unknown.json': { refused: 'unknown' },
  'expired.json': { refused: 'expired' },
  'revoked.json': { refused: 'revoked' },
  'malformed.json': { refused: 'malformed' },
  'missing-scheme.json': { refused: 'malformed' },
};

function tokenOf(file: string): string {
  return readEvent(`authorize/${file}`).identitySource[0].replace('Bearer ', '');
}

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const info = vi.spyOn(console, 'info').mockImplementation(() => {});
beforeEach(() => {
  info.mockClear();
});

describe('the events for Authorize', () => {
  beforeAll(async () => {
    const documents = documentClient({ maxAttempts: 1 });
    const store = async (file: string, state: object) => {
      const token = tokenOf(file);
      const Item = { digest: digestOf(token), client: 'developer', lastFour: token.slice(-4) };
      await documents.send(new PutCommand({ TableName: 'Tokens', Item: { ...Item, ...state } }));
    };
    await store('valid.json', {});
    await store('expired.json', { expires: 1 });
    await store('revoked.json', { revoked: 1 });
  });

  it('are those with an expected decision, and no other', () => {
    expect(eventFiles('authorize')).toEqual(Object.keys(decisions).toSorted());
  });

  it.each(Object.entries(decisions))('%s', async (file, decision) => {
    const handler = bundledHandler('Authorize', { TOKENS_TABLE_NAME: 'Tokens' });
    const answer = await handler(readEvent(`authorize/${file}`));
    if ('allowed' in decision) {
      const context = { client: decision.allowed, lastFour: tokenOf(file).slice(-4) };
      expect(answer).toEqual({ isAuthorized: true, context });
    } else {
      expect(answer).toEqual({ isAuthorized: false });
      expect(info).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(decision));
    }
  });

  it('have the one valid token that the embedded tables hold', () => {
    expect(tokenOf('valid.json')).toBe(developmentToken);
  });

  it('have one wrong checksum, that of malformed.json', () => {
    const wrong = eventFiles('authorize').filter((file) => !isToken(tokenOf(file)));
    expect(wrong).toEqual(['malformed.json']);
  });
});
