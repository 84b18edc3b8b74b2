import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { digestOf, withChecksum } from '../../../functions/authorize/token.ts';
import { authorizer, tokenPrefix } from '../../../functions/service.ts';
import { conditionHolds } from '../../shared/stored-items/condition-holds.ts';
import { tokenTable } from './token-table.ts';

/** This token is public, so only the tables of this machine have it, never the deployed ones. */
export const developmentToken = withChecksum(
  `${tokenPrefix}ThisTokenOpensNothingButTheEmbeddedTable000`,
);
export const developmentClient = 'developer';

// For the examples in events/authorize: one is refused as expired, the other as revoked.
const expiredToken = withChecksum(`${tokenPrefix}ThisTokenExpiredLongBeforeYouReadIt00000000`);
const revokedToken = withChecksum(`${tokenPrefix}ThisTokenWasRevokedSinceSomebodyLeakedIt000`);
const example = { client: 'example (events/authorize)', created: 0 };

/** A token that was revoked stays revoked. Returns whether the authorizer accepts the development token. */
export async function storeDevelopmentTokens(client: DynamoDBClient): Promise<boolean> {
  const table = tokenTable(client, authorizer.table);
  const store = (token: string, state: typeof example & { expires?: number; revoked?: number }) =>
    conditionHolds(table.create({ digest: digestOf(token), lastFour: token.slice(-4), ...state }));
  await store(expiredToken, { ...example, expires: 1 });
  await store(revokedToken, { ...example, revoked: 1 });
  const created = Math.floor(Date.now() / 1000);
  return store(developmentToken, { client: developmentClient, created });
}
