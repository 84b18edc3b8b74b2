import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  PutCommand,
  paginateScan,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { type StoredToken, tokenRecord } from '../../../functions/authorize/token-record.ts';
import { conditionHolds } from '../../shared/stored-items/condition-holds.ts';

export type TokenTable = ReturnType<typeof tokenTable>;

/** The operator's side of the table that the authorizer reads. */
export function tokenTable(client: DynamoDBClient, TableName: string) {
  const documents = DynamoDBDocumentClient.from(client, {
    // By default, one number that JavaScript would round fails a whole page.
    unmarshallOptions: { wrapNumbers: Number },
  });
  return {
    async create(token: StoredToken): Promise<void> {
      // If an answer is lost, the SDK repeats the write. The retry can find its own first attempt,
      // but it must not undo a revocation that came after it.
      const condition = { ConditionExpression: 'attribute_not_exists(revoked)' };
      const isRevoked = token.revoked !== undefined;
      const put = { TableName, Item: token, ...(!isRevoked && condition) };
      await documents.send(new PutCommand(put));
    },

    /** All tokens. An item that cannot be read is reported and left out. */
    async list(note: (problem: string) => void): Promise<StoredToken[]> {
      const tokens: StoredToken[] = [];
      const pages = paginateScan({ client: documents }, { TableName, ConsistentRead: true });
      for await (const { Items = [] } of pages) {
        for (const item of Items) {
          try {
            const { digest, created } = item;
            tokens.push({ ...tokenRecord(item), digest, created: Number(created) });
          } catch (error) {
            const { message } = error as Error;
            note(`${message}: repair or delete it by its digest, ${item['digest']}.`);
          }
        }
      }
      return tokens;
    },

    /** A later end. Returns false if the token was revoked or deleted, or ends later already. */
    async extend(digest: string, expires: number): Promise<boolean> {
      const command = new UpdateCommand({
        TableName,
        Key: { digest },
        UpdateExpression: 'SET expires = :end',
        ConditionExpression: 'attribute_not_exists(revoked) AND expires < :end',
        ExpressionAttributeValues: { ':end': expires },
      });
      return conditionHolds(documents.send(command));
    },

    /** If the item is revoked already, the first time is kept. Returns the item, or undefined if there is none. */
    async revoke(digest: string, at: number) {
      const command = new UpdateCommand({
        TableName,
        Key: { digest },
        UpdateExpression: 'SET revoked = if_not_exists(revoked, :at)',
        ConditionExpression: 'attribute_exists(digest)',
        ExpressionAttributeValues: { ':at': at },
        ReturnValues: 'ALL_NEW',
      });
      try {
        return (await documents.send(command)).Attributes;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return undefined;
        throw error;
      }
    },
  };
}
