import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredToken } from '../../../../functions/authorize/token-record.ts';

const tableName = 'Tokens';

/** The item of a token, as it is in the table. */
export async function itemOf(digest: string) {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient());
  return (await documents.send(new GetCommand({ TableName: tableName, Key: { digest } }))).Item;
}

export async function removeItem(digest: string): Promise<void> {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient());
  await documents.send(new DeleteCommand({ TableName: tableName, Key: { digest } }));
}

/** Noon of 1 November 2026, as seconds. */
export const noon = 1_793_534_400;

/** A token with a digest that starts as given; the rest is padding. */
export function storedToken(start: string, properties: Partial<StoredToken> = {}): StoredToken {
  return {
    digest: start.padEnd(64, '0'),
    client: 'nursery',
    lastFour: 'wXyZ',
    created: noon,
    ...properties,
  };
}
