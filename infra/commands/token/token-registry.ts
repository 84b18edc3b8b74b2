import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  PutCommand,
  paginateScan,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { type TokenRecord, tokenRecord } from '../../../functions/authorize/token-store.ts';
import { Problem } from '../../terminal/problem.ts';

/** All that is kept of a token; its times are seconds since 1970. */
export interface StoredToken extends TokenRecord {
  readonly digest: string;
  readonly created: number;
  /** When another token took its place. */
  readonly rotated?: number;
}

/** The operator's side of the table that the authorizer reads. */
export interface TokenRegistry {
  readonly create: (token: StoredToken) => Promise<void>;
  /** All tokens. An item that cannot be read is reported and left out. */
  readonly list: (note: (problem: string) => void) => Promise<StoredToken[]>;
  /** Returns since when the token is revoked: an earlier time stays. */
  readonly revoke: (digest: string, at: number) => Promise<number>;
  /** Notes that another token took its place, and sets its end. Never extends an expiry. */
  readonly supersede: (
    digest: string,
    times: { readonly at: number; readonly end: number },
  ) => Promise<void>;
}

export function tokenRegistry(documents: DynamoDBDocumentClient, TableName: string): TokenRegistry {
  return {
    async create(token) {
      await documents
        .send(
          new PutCommand({
            TableName,
            Item: token,
            ConditionExpression: 'attribute_not_exists(digest)',
          }),
        )
        .catch(refused('The table already holds this token; nothing was changed.'));
    },

    async list(note) {
      const tokens: StoredToken[] = [];
      const pages = paginateScan({ client: documents }, { TableName, ConsistentRead: true });
      for await (const { Items = [] } of pages) {
        tokens.push(...Items.flatMap((item) => readable(item, note)));
      }
      return tokens;
    },

    async revoke(digest, at) {
      const { Attributes } = await documents
        .send(
          new UpdateCommand({
            TableName,
            Key: { digest },
            UpdateExpression: 'SET revoked = if_not_exists(revoked, :at)',
            ConditionExpression: 'attribute_exists(digest)',
            ExpressionAttributeValues: { ':at': at },
            ReturnValues: 'UPDATED_NEW',
          }),
        )
        .catch(refused('The token expired, and was removed just now.'));
      return Number(Attributes?.['revoked']);
    },

    async supersede(digest, { at, end }) {
      await documents
        .send(
          new UpdateCommand({
            TableName,
            Key: { digest },
            UpdateExpression: 'SET expires = :end, rotated = :at',
            ConditionExpression:
              'attribute_exists(digest) AND (attribute_not_exists(expires) OR expires >= :end)',
            ExpressionAttributeValues: { ':at': at, ':end': end },
          }),
        )
        .catch(unlessRefused);
    },
  };
}

function readable(item: Record<string, unknown>, note: (problem: string) => void): StoredToken[] {
  try {
    return [storedToken(item)];
  } catch (error) {
    const problem = error instanceof Error ? error.message : error;
    note(`${problem}: repair or delete the item with the digest ${item['digest']}.`);
    return [];
  }
}

function storedToken(item: Record<string, unknown>): StoredToken {
  const { digest, created, rotated } = item;
  if (typeof created !== 'number') throw new Error('A stored token has no number in created');
  // The digest is the table's key, so it is always there.
  const own = { digest: digest as string, created, ...tokenRecord(item) };
  return typeof rotated === 'number' ? { ...own, rotated } : own;
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
}

function refused(sentence: string) {
  return (error: unknown): never => {
    unlessRefused(error);
    throw new Problem(sentence, { cause: error });
  };
}
