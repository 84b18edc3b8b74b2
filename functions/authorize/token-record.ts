/** A token as it is stored: the fields of an item of the table of tokens. */
export interface StoredToken extends TokenRecord {
  /** The key. */
  readonly digest: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** What Authorize reads of it. */
export interface TokenRecord {
  readonly client: string;
  readonly lastFour: string;
  /** Seconds since 1970. Absent for a token that never expires. */
  readonly expires?: number;
  readonly revoked?: number;
}

/** Whether a stored token is valid, and if not, why. `now` is in seconds. The table's TTL deletes expired tokens days later. */
export function stateOf(token: TokenRecord, now: number): 'active' | 'expired' | 'revoked' {
  if (token.revoked !== undefined) return 'revoked';
  return (token.expires ?? Number.POSITIVE_INFINITY) <= now ? 'expired' : 'active';
}

// A malformed record is our fault, so the token is neither allowed nor refused.
export function tokenRecord({ client, lastFour, expires, revoked }: Record<string, unknown>) {
  if (typeof client !== 'string' || typeof lastFour !== 'string') {
    throw new Error('A stored token has no client or no last four characters');
  }
  return { client, lastFour, ...seconds('expires', expires), ...seconds('revoked', revoked) };
}

function seconds(name: string, value: unknown): Record<string, number> {
  if (value === undefined) return {};
  if (!Number.isFinite(value)) throw new Error(`A stored token has no number in ${name}`);
  return { [name]: Number(value) };
}
