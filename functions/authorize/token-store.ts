import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Documents } from '../shared/document-client.ts';
import { type TokenRecord, tokenRecord } from './token-record.ts';

// Less than the function's timeout: if Lambda ends the function, nothing logs the reason.
const timeoutMilliseconds = 4_000;

export type FindToken = (digest: string) => Promise<TokenRecord | undefined>;

export function tokenStore(documents: Documents, TableName: string): FindToken {
  return async (digest) => {
    // Consistent, because a new token must not be refused: the gateway caches refusals.
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: { digest }, ConsistentRead: true }),
      { abortSignal: AbortSignal.timeout(timeoutMilliseconds) },
    );
    return Item === undefined ? undefined : tokenRecord(Item);
  };
}
