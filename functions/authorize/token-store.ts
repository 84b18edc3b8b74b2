import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Documents } from '../shared/document-client.ts';

export interface TokenRecord {
  client: string;
  lastFour: string;
  /** Seconds since 1970; absent for a token that never expires. */
  expires?: number;
  revoked?: number;
}

// Short of the function's timeout, since what Lambda ends leaves no line that says why.
const patience = 4_000;

export type FindToken = (digest: string) => Promise<TokenRecord | undefined>;

export const tokenStore =
  (documents: Documents, TableName: string): FindToken =>
  async (digest) => {
    // Consistent, since a token just created must not be refused: the gateway caches refusals.
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: { digest }, ConsistentRead: true }),
      { abortSignal: AbortSignal.timeout(patience) },
    );
    return Item === undefined ? undefined : tokenRecord(Item);
  };

// A record that cannot be understood is a fault of ours: neither a yes nor a no.
export const tokenRecord = ({ client, lastFour, expires, revoked }: Record<string, unknown>) => {
  if (typeof client !== 'string' || typeof lastFour !== 'string') {
    throw new Error('A stored token has no client or no last four characters');
  }
  return { client, lastFour, ...seconds('expires', expires), ...seconds('revoked', revoked) };
};

const seconds = (name: string, value: unknown): Record<string, number> => {
  if (value === undefined) return {};
  if (typeof value !== 'number') throw new Error(`A stored token has no number in ${name}`);
  return { [name]: value };
};
