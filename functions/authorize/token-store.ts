import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { functions } from '../service.ts';
import { type TokenRecord, tokenRecord } from './token-record.ts';

// A second before Lambda ends the function, which would not log the reason.
const timeoutMilliseconds = (functions.Authorize.timeoutSeconds - 1) * 1_000;

export type FindToken = (digest: string) => Promise<TokenRecord | undefined>;

export function tokenStore(dynamodb: DocumentClient, TableName: string): FindToken {
  return async (digest) => {
    // Consistent, because a new token must not be refused: the gateway caches refusals.
    const { Item } = await dynamodb.send(
      new GetCommand({ TableName, Key: { digest }, ConsistentRead: true }),
      { abortSignal: AbortSignal.timeout(timeoutMilliseconds) },
    );
    return Item === undefined ? undefined : tokenRecord(Item);
  };
}
