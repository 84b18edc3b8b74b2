import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { digestOf } from '../../../../functions/authorize/token.ts';
import {
  developmentToken,
  storeDevelopmentTokens,
} from '../../../commands/token/development-token.ts';
import { tokenTable } from '../../../commands/token/token-table.ts';
import { startDynamodb } from '../../setup/embedded-dynamodb.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);

it('a start stores the development token, and leaves a revoked one revoked', async () => {
  const client = new DynamoDBClient();
  const store = () => storeDevelopmentTokens(client);
  expect([await store(), await store()]).toEqual([true, true]);
  await tokenTable(client, 'Tokens').revoke(digestOf(developmentToken), 1);
  expect(await store()).toBe(false);
});
