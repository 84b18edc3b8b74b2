import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeDevelopmentTokens } from '../../../infra/commands/development-token.ts';
import { region } from '../../../infra/local/template/fake-account.ts';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { bundledHandler } from './bundled-function.ts';
import { eventFiles, readEvent } from './event-files.ts';
import { authorizeOutcomes } from './expected.ts';

// The development tokens are stored in this region. Amazon's DynamoDB Local has separate tables for each region.
vi.stubEnv('AWS_REGION', region);
const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
// `npm start` and `npm run invoke` store the same tokens.
await storeDevelopmentTokens(new DynamoDBClient(), 'Tokens');
const info = vi.spyOn(console, 'info').mockImplementation(() => {});
beforeEach(() => {
  info.mockClear();
});

describe('the events for Authorize', () => {
  it('are those with an expected decision, and no other', () => {
    expect(eventFiles('authorize')).toEqual(authorizeOutcomes.map(({ event }) => event).toSorted());
  });

  it.each(authorizeOutcomes)('$event', async ({ event, returned, refused }) => {
    const handler = bundledHandler('Authorize', { TOKENS_TABLE_NAME: 'Tokens' });
    expect(await handler(readEvent(event))).toEqual(returned);
    expect(info.mock.calls.map(([line]) => line.refused)).toEqual(refused ? [refused] : []);
  });
});
