import { ConditionalCheckFailedException, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { digestOf, lastFour, withChecksum } from '../../../functions/authorize/token.ts';
import { localClient } from './tables.ts';

/** Everybody knows it, so it is valid in the embedded table only: no deployed one ever holds its digest. */
export const developmentToken = withChecksum('plant_ThisTokenOpensNothingButTheEmbeddedTable000');

/** Once: a development token that somebody revoked stays revoked. */
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
