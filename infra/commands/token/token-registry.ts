import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  PutCommand,
  paginateScan,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { type TokenRecord, tokenRecord } from '../../../functions/authorize/token-record.ts';
import { Problem } from '../../problem.ts';

/** All that is kept of a token; its times are seconds since 1970. */
export interface StoredToken extends TokenRecord {
  readonly digest: string;
  readonly created: number;
  /** When another token took its place, and the digest of that one. */
  readonly rotated?: number;
  readonly successor?: string;
}

/** The operator's side of the table that the authorizer reads. */
export interface TokenRegistry {
  readonly create: (token: StoredToken) => Promise<void>;
  /** All tokens. An item that cannot be read is reported and left out. */
  readonly list: (note: (problem: string) => void) => Promise<StoredToken[]>;
  /** Revokes whatever opens the gateway under this key. An earlier time stays. */
  readonly revoke: (digest: string, at: number) => Promise<Revocation | undefined>;
  /** Marks a token as rotated, once: of several commands at the same time, one gets true. */
  readonly markRotated: (
    digest: string,
    mark: { readonly at: number; readonly successor: string },
  ) => Promise<boolean>;
  /** Takes that mark back, where it is the one of this successor. */
  readonly unmarkRotated: (digest: string, successor: string) => Promise<void>;
  /** Brings the end of a token forward. Never extends an expiry. */
  readonly shorten: (digest: string, end: number) => Promise<void>;
}

interface Revocation {
  readonly since: number;
  /** Not where the item is one that cannot be read. */
  readonly client?: string;
}

export function tokenRegistry(documents: DynamoDBDocumentClient, TableName: string): TokenRegistry {
  return {
    async create(token) {
      await documents
        .send(
          new PutCommand({
            TableName,
            Item: token,
            // The SDK repeats a write whose answer was lost. A retry may find its own first attempt,
            // but must not undo what another command wrote since.
            ConditionExpression: 'attribute_not_exists(revoked) AND attribute_not_exists(rotated)',
          }),
        )
        .catch((error: unknown) => {
          unlessRefused(error);
          throw new Problem('The table already holds this token; nothing was changed.', {
            cause: error,
          });
        });
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
      const answer = await update(digest, {
        UpdateExpression: 'SET revoked = if_not_exists(revoked, :at)',
        ConditionExpression: 'attribute_exists(digest)',
        ExpressionAttributeValues: { ':at': at },
        ReturnValues: 'ALL_NEW',
      });
      if (answer === false) return undefined;
      const { revoked, client } = answer.Attributes ?? {};
      if (typeof revoked !== 'number') {
        throw new Problem(
          `The store did not confirm that the token is revoked: try again, or delete the item with the digest ${digest}.`,
        );
      }
      return { since: revoked, ...(typeof client === 'string' && { client }) };
    },

    async markRotated(digest, { at, successor }) {
      const answer = await update(digest, {
        UpdateExpression: 'SET rotated = :at, successor = :successor',
        // A retry may find the mark of its own first attempt.
        ConditionExpression:
          'attribute_exists(digest) AND attribute_not_exists(revoked) AND (attribute_not_exists(rotated) OR successor = :successor)',
        ExpressionAttributeValues: { ':at': at, ':successor': successor },
      });
      return answer !== false;
    },

    async unmarkRotated(digest, successor) {
      await update(digest, {
        UpdateExpression: 'REMOVE rotated, successor',
        ConditionExpression: 'successor = :successor',
        ExpressionAttributeValues: { ':successor': successor },
      });
    },

    async shorten(digest, end) {
      await update(digest, {
        UpdateExpression: 'SET expires = :end',
        ConditionExpression:
          'attribute_exists(digest) AND (attribute_not_exists(expires) OR expires > :end)',
        ExpressionAttributeValues: { ':end': end },
      });
    },
  };

  /** False where the condition does not hold. */
  function update(digest: string, change: Omit<UpdateCommandInput, 'TableName' | 'Key'>) {
    const command = new UpdateCommand({ TableName, Key: { digest }, ...change });
    return documents.send(command).catch(unlessRefused);
  }
}

function readable(item: Record<string, unknown>, note: (problem: string) => void): StoredToken[] {
  try {
    return [storedToken(item)];
  } catch (error) {
    const problem = error instanceof Error ? error.message : error;
    note(`${problem}: repair, revoke or delete it by its digest, ${item['digest']}.`);
    return [];
  }
}

function storedToken(item: Record<string, unknown>): StoredToken {
  const { digest, created, rotated, successor } = item;
  if (typeof created !== 'number') throw new Error('A stored token has no number in created');
  // The digest is the table's key, so it is always there.
  return {
    digest: digest as string,
    created,
    ...tokenRecord(item),
    ...(typeof rotated === 'number' && { rotated }),
    ...(typeof successor === 'string' && { successor }),
  };
}

function unlessRefused(error: unknown): false {
  if (error instanceof ConditionalCheckFailedException) return false;
  throw error;
}
