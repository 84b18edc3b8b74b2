import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { digestOf, lastFour, withChecksum } from '../../functions/authorize/token.ts';
import { tokenState } from '../../functions/authorize/token-record.ts';
import { tokenStore } from '../../functions/authorize/token-store.ts';

/** This token is public, so only the tables of this machine have it, never the deployed ones. */
export const developmentToken = withChecksum('plant_ThisTokenOpensNothingButTheEmbeddedTable000');

// For the examples in events/authorize: one is refused as expired, the other as revoked.
const expiredToken = withChecksum('plant_ThisTokenExpiredLongBeforeYouReadIt00000000');
const revokedToken = withChecksum('plant_ThisTokenWasRevokedSinceSomebodyLeakedIt000');

/** Stores the development tokens. After that, `hold` returns whether the authorizer accepts the first one. */
export function developmentTokens() {
  let holds = false;
  return {
    hold: () => holds,
    async fill(client: DynamoDBClient, outputs: Readonly<Record<string, string>>): Promise<void> {
      const { TokensTableName: table } = outputs;
      if (!table) return;
      await storeDevelopmentTokens(client, table);
      const find = tokenStore(DynamoDBDocumentClient.from(client), table);
      const record = await find(digestOf(developmentToken));
      holds = record !== undefined && tokenState(record, Date.now() / 1000) === 'active';
    },
  };
}

/** Stores only the missing ones: a token that was revoked stays revoked. */
export async function storeDevelopmentTokens(
  client: DynamoDBClient,
  TableName: string,
): Promise<void> {
  const documents = DynamoDBDocumentClient.from(client);
  const store = async (token: string, state: object) => {
    const Item = { digest: digestOf(token), lastFour: lastFour(token), ...state };
    const ConditionExpression = 'attribute_not_exists(digest)';
    const command = new PutCommand({ TableName, Item, ConditionExpression });
    await documents.send(command).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  };
  const now = Math.floor(Date.now() / 1000);
  await store(developmentToken, { client: 'developer', created: now });
  await store(expiredToken, { client: 'example', created: 0, expires: 1 });
  await store(revokedToken, { client: 'example', created: 0, revoked: 1 });
}
