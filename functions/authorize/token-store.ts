import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Documents } from '../shared/document-client.ts';

export interface TokenRecord {
  readonly client: string;
  readonly lastFour: string;
  /** Seconds since 1970; absent for a token that never expires. */
  readonly expires?: number;
  readonly revoked?: number;
}

/** Whether a stored token is valid, and if not, why. `now` is in seconds. The table's TTL deletes expired tokens hours later. */
export function tokenState(token: TokenRecord, now: number): 'active' | 'expired' | 'revoked' {
  if (token.revoked !== undefined) return 'revoked';
  return (token.expires ?? Number.POSITIVE_INFINITY) <= now ? 'expired' : 'active';
}

// Less than the function's timeout: a function that Lambda ends cannot log the reason.
const timeoutMilliseconds = 4_000;

export type FindToken = (digest: string) => Promise<TokenRecord | undefined>;

export function tokenStore(documents: Documents, TableName: string): FindToken {
  return async (digest) => {
    // Consistent, since a new token must not be refused: the gateway caches refusals.
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: { digest }, ConsistentRead: true }),
      { abortSignal: AbortSignal.timeout(timeoutMilliseconds) },
    );
    return Item === undefined ? undefined : tokenRecord(Item);
  };
}

// A malformed record is our fault: the token is neither allowed nor refused.
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
