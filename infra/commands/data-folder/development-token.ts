import { ConditionalCheckFailedException, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { digestOf, lastFour, withChecksum } from '../../../functions/authorize/token.ts';
import { tokenState, tokenStore } from '../../../functions/authorize/token-store.ts';
import { localClient } from '../../emulator/tables/tables.ts';

/** Everybody knows it, so its digest is in the embedded table only, never in a deployed one. */
export const developmentToken = withChecksum('plant_ThisTokenOpensNothingButTheEmbeddedTable000');

/** Only where there is none: one that was revoked stays revoked. */
export async function storeDevelopmentToken(url: string, table: string): Promise<void> {
  const client = localClient(url);
  try {
    await client.send(
      new PutItemCommand({
        TableName: table,
        Item: {
          digest: { S: digestOf(developmentToken) },
          client: { S: 'developer' },
          lastFour: { S: lastFour(developmentToken) },
          created: { N: String(Math.floor(Date.now() / 1000)) },
        },
        ConditionExpression: 'attribute_not_exists(digest)',
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  } finally {
    client.destroy();
  }
}

/** Whether the authorizer would let it in. */
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
