import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { type TokenRecord, tokenRecord } from '../../../functions/authorize/token-record.ts';
import { Problem } from '../../problem.ts';

/** A token as it is stored; its times are seconds since 1970. */
export interface StoredToken extends TokenRecord {
  readonly digest: string;
  readonly created: number;
  /** When another token took its place. */
  readonly rotated?: number;
}

export type TokenRegistry = ReturnType<typeof tokenRegistry>;

/** The operator's side of the table that the authorizer reads. */
export function tokenRegistry(client: DynamoDBClient, TableName: string) {
  const documents = DynamoDBDocumentClient.from(client, {
    // By default, one number that JavaScript would round fails a whole page.
    unmarshallOptions: { wrapNumbers: Number },
  });
  return {
    async create(token: StoredToken): Promise<void> {
      // If an answer is lost, the SDK repeats the write. The retry can find its own first attempt,
      // but it must not undo a change that another command made after it.
      const ConditionExpression = 'attribute_not_exists(revoked) AND attribute_not_exists(rotated)';
      await documents.send(new PutCommand({ TableName, Item: token, ConditionExpression }));
    },

    /** The item of a token, as it is stored. */
    async find(digest: string): Promise<Record<string, unknown> | undefined> {
      const command = new GetCommand({ TableName, Key: { digest }, ConsistentRead: true });
      return (await documents.send(command)).Item;
    },

    /** All tokens. An item that cannot be read is reported and left out. */
    async list(note: (problem: string) => void): Promise<StoredToken[]> {
      const tokens: StoredToken[] = [];
      const pages = paginateScan({ client: documents }, { TableName, ConsistentRead: true });
      for await (const { Items = [] } of pages) {
        tokens.push(...Items.flatMap((item) => readable(item, note)));
      }
      return tokens;
    },

    /** If the item is revoked already, the first time is kept. A malformed item can have no client. */
    async revoke(digest: string, at: number) {
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
      return { revoked, client: typeof client === 'string' ? client : undefined };
    },

    /** Marks a token as rotated, once: if several commands try at the same time, only one gets true. */
    async markRotated(digest: string, successor: string, at: number): Promise<boolean> {
      const answer = await update(digest, {
        UpdateExpression: 'SET rotated = :at, successor = :successor',
        // A retry can find the mark of its own first attempt.
        ConditionExpression:
          'attribute_exists(digest) AND attribute_not_exists(revoked) AND (attribute_not_exists(rotated) OR successor = :successor)',
        ExpressionAttributeValues: { ':at': at, ':successor': successor },
      });
      return answer !== false;
    },

    async remove(digest: string): Promise<void> {
      await documents.send(new DeleteCommand({ TableName, Key: { digest } }));
    },

    /** Makes a token expire earlier, never later. */
    async shorten(digest: string, end: number): Promise<void> {
      await update(digest, {
        UpdateExpression: 'SET expires = :end',
        ConditionExpression:
          'attribute_exists(digest) AND (attribute_not_exists(expires) OR expires > :end)',
        ExpressionAttributeValues: { ':end': end },
      });
    },
  };

  /** False if the condition does not hold. */
  function update(digest: string, change: Omit<UpdateCommandInput, 'TableName' | 'Key'>) {
    const command = new UpdateCommand({ TableName, Key: { digest }, ...change });
    return documents.send(command).catch(ignoreRefusal);
  }
}

function readable(item: Record<string, unknown>, note: (problem: string) => void): StoredToken[] {
  try {
    return [storedToken(item)];
  } catch (error) {
    note(
      `${(error as Error).message}: repair, revoke or delete it by its digest, ${item['digest']}.`,
    );
    return [];
  }
}

function storedToken(item: Record<string, unknown>): StoredToken {
  const { digest, created, rotated } = item;
  if (typeof created !== 'number') throw new Error('A stored token has no number in created');
  for (const time of ['created', 'expires', 'revoked', 'rotated']) {
    if (!isTime(item[time] ?? 0)) throw new Error(`A stored token has no valid time in ${time}`);
  }
  // The digest is the table's key, so it is always there.
  return {
    digest: digest as string,
    created,
    ...tokenRecord(item),
    ...(typeof rotated === 'number' && { rotated }),
  };
}

/** Whether a Date can hold these seconds. */
export function isTime(seconds: unknown): boolean {
  return !Number.isNaN(new Date(Number(seconds) * 1000).getTime());
}

function ignoreRefusal(error: unknown): false {
  if (error instanceof ConditionalCheckFailedException) return false;
  throw error;
}
