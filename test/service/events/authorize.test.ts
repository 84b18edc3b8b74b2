import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
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

// The development tokens are stored in this region. Amazon's DynamoDB Local has separate tables for each region.
vi.stubEnv('AWS_REGION', region);
const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const info = vi.spyOn(console, 'info').mockImplementation(() => {});
beforeEach(() => {
  info.mockClear();
});

describe('the events for Authorize', () => {
  // `npm start` and `npm run invoke` store the same.
  beforeAll(() => storeDevelopmentTokens(new DynamoDBClient(), 'Tokens'));

  it('are those with an expected decision, and no other', () => {
    expect(eventFiles('authorize')).toEqual(authorizeOutcomes.map(({ event }) => event).toSorted());
  });

  it.each(authorizeOutcomes)('$event', async ({ event, returned, refused }) => {
    const handler = bundledHandler('Authorize', { TOKENS_TABLE_NAME: 'Tokens' });
    expect(await handler(readEvent(event))).toEqual(returned);
    expect(info.mock.calls.map(([line]) => line.refused)).toEqual(refused ? [refused] : []);
  });

  it('have the one valid token that the embedded tables hold', () => {
    expect(tokenOf('authorize/valid.json')).toBe(developmentToken);
  });

  it('have one wrong checksum: in malformed.json', () => {
    const wrong = eventFiles('authorize').filter((event) => !isToken(tokenOf(event)));
    expect(wrong).toEqual(['authorize/malformed.json']);
  });
});
