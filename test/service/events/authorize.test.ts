import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isToken } from '../../../functions/authorize/token.ts';
import {
  developmentToken,
  storeDevelopmentTokens,
} from '../../../infra/commands/development-token.ts';
import { region } from '../../../infra/local/template/fake-account.ts';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { bundledHandler } from './bundled-function.ts';
import { eventFiles, readEvent } from './event-files.ts';
import { authorizeOutcomes, tokenOf } from './expected.ts';

// Where the development tokens are stored: Amazon's DynamoDB Local has other tables for each region.
vi.stubEnv('AWS_REGION', region);
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
    expect(eventFiles('authorize')).toEqual(authorizeOutcomes.map(({ file }) => file).toSorted());
  });

  it.each(authorizeOutcomes)('$file', async ({ file, returned, refused }) => {
    const handler = bundledHandler('Authorize', { TOKENS_TABLE_NAME: 'Tokens' });
    expect(await handler(readEvent(`authorize/${file}`))).toEqual(returned);
    expect(info.mock.calls.map(([line]) => line.refused)).toEqual(refused ? [refused] : []);
  });

  it('have the one valid token that the embedded tables hold', () => {
    expect(tokenOf('valid.json')).toBe(developmentToken);
  });

  it('have one wrong checksum, that of malformed.json', () => {
    const wrong = eventFiles('authorize').filter((file) => !isToken(tokenOf(file)));
    expect(wrong).toEqual(['malformed.json']);
  });
});
