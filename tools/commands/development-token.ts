import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { digestOf, withChecksum } from '../../functions/authorize/token.ts';
import { tokenState } from '../../functions/authorize/token-record.ts';
import { tokenStore } from '../../functions/authorize/token-store.ts';
import { authorizer } from '../../infra/service.ts';
import { lastFour } from './token/generate-token.ts';

/** This token is public, so only the tables of this machine have it, never the deployed ones. */
export const developmentToken = withChecksum('plant_ThisTokenOpensNothingButTheEmbeddedTable000');
export const developmentClient = 'developer';

// For the examples in events/authorize: one is refused as expired, the other as revoked.
const expiredToken = withChecksum('plant_ThisTokenExpiredLongBeforeYouReadIt00000000');
const revokedToken = withChecksum('plant_ThisTokenWasRevokedSinceSomebodyLeakedIt000');

/**
 * Stores only the missing ones: a token that was revoked stays revoked. Returns whether the authorizer accepts
 * the development token.
 */
export async function storeDevelopmentTokens(client: DynamoDBClient): Promise<boolean> {
  const TableName = authorizer.table;
  const documents = DynamoDBDocumentClient.from(client);
  const now = Date.now() / 1000;
  const example = { client: 'example (events/authorize)', created: 0 };
  const states = [
    { token: developmentToken, client: developmentClient, created: Math.floor(now) },
    { token: expiredToken, ...example, expires: 1 },
    { token: revokedToken, ...example, revoked: 1 },
  ];
  for (const { token, ...state } of states) {
    const Item = { digest: digestOf(token), lastFour: lastFour(token), ...state };
    const ConditionExpression = 'attribute_not_exists(digest)';
    const command = new PutCommand({ TableName, Item, ConditionExpression });
    await documents.send(command).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  }
  const record = await tokenStore(documents, TableName)(digestOf(developmentToken));
  return record !== undefined && tokenState(record, now) === 'active';
}
