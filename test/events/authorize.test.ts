import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isToken } from '../../functions/authorize/token.ts';
import {
  developmentToken,
  storeDevelopmentTokens,
} from '../../infra/commands/data-folder/development-token.ts';
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
  // As `npm start` and `npm run invoke` do.
  beforeAll(() => storeDevelopmentTokens(dynamodb.url, 'Tokens'));

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
