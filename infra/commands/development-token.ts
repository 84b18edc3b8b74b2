import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { digestOf, lastFour, withChecksum } from '../../functions/authorize/token.ts';
import { tokenState } from '../../functions/authorize/token-record.ts';
import { tokenStore } from '../../functions/authorize/token-store.ts';
import type { WantedTables } from '../local/data-folder/connect-tables.ts';
import { localClient } from '../local/tables/tables.ts';
import type { ServiceModel } from '../local/template/service-model.ts';

/** This token is public, so only the tables of this machine know it, never the deployed ones. */
export const developmentToken = withChecksum('plant_ThisTokenOpensNothingButTheEmbeddedTable000');

// For the examples in events/authorize: one is refused as expired, the other as revoked.
const expiredToken = withChecksum('plant_ThisTokenExpiredLongBeforeYouReadIt00000000');
const revokedToken = withChecksum('plant_ThisTokenWasRevokedSinceSomebodyLeakedIt000');

/** The tables of a stack, with the development tokens. */
export function withDevelopmentTokens({ tables, outputs }: ServiceModel): WantedTables {
  const { TokensTableName: table } = outputs;
  return { tables, ...(table && { fill: (url) => storeDevelopmentTokens(url, table) }) };
}

/** Stores only the missing ones: a token that was revoked stays revoked. */
export async function storeDevelopmentTokens(url: string, TableName: string): Promise<void> {
  const client = localClient(url);
  const documents = DynamoDBDocumentClient.from(client);
  const store = async (token: string, state: object) => {
    const Item = { digest: digestOf(token), lastFour: lastFour(token), ...state };
    const ConditionExpression = 'attribute_not_exists(digest)';
    await documents
      .send(new PutCommand({ TableName, Item, ConditionExpression }))
      .catch(ignoreStored);
  };
  try {
    const now = Math.floor(Date.now() / 1000);
    await store(developmentToken, { client: 'developer', created: now });
    await store(expiredToken, { client: 'example', created: 0, expires: 1 });
    await store(revokedToken, { client: 'example', created: 0, revoked: 1 });
  } finally {
    client.destroy();
  }
}

function ignoreStored(error: unknown): void {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
}

/** Whether the authorizer would allow it. */
export async function developmentTokenHolds(
  url: string,
  table: string | undefined,
): Promise<boolean> {
  if (table === undefined) return false;
  const client = localClient(url);
  try {
    const find = tokenStore(DynamoDBDocumentClient.from(client), table);
    const record = await find(digestOf(developmentToken));
    return record !== undefined && tokenState(record, Date.now() / 1000) === 'active';
  } finally {
    client.destroy();
  }
}
