import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Documents } from '../shared/document-client.ts';

export interface TokenRecord {
  readonly client: string;
  readonly lastFour: string;
  /** Seconds since 1970; absent for a token that never expires. */
  readonly expires?: number;
  readonly revoked?: number;
}

/** Whether a stored token is good, and why not; `now` in seconds. The table's TTL deletes an expired one hours later. */
export function tokenState(token: TokenRecord, now: number): 'active' | 'expired' | 'revoked' {
  if (token.revoked !== undefined) return 'revoked';
  return token.expires !== undefined && token.expires <= now ? 'expired' : 'active';
}

// Short of the function's timeout, since what Lambda ends leaves no line that says why.
const patience = 4_000;

export type FindToken = (digest: string) => Promise<TokenRecord | undefined>;

export function tokenStore(documents: Documents, TableName: string): FindToken {
  return async (digest) => {
    // Consistent, since a token just created must not be refused: the gateway caches refusals.
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: { digest }, ConsistentRead: true }),
      { abortSignal: AbortSignal.timeout(patience) },
    );
    return Item === undefined ? undefined : tokenRecord(Item);
  };
}

// A record that cannot be understood is a fault of ours: neither a yes nor a no.
export function tokenRecord({ client, lastFour, expires, revoked }: Record<string, unknown>) {
  if (typeof client !== 'string' || typeof lastFour !== 'string') {
    throw new Error('A stored token has no client or no last four characters');
  }
  return { client, lastFour, ...seconds('expires', expires), ...seconds('revoked', revoked) };
}

function seconds(name: string, value: unknown): Record<string, number> {
  if (value === undefined) return {};
  if (typeof value !== 'number') throw new Error(`A stored token has no number in ${name}`);
  return { [name]: value };
}
