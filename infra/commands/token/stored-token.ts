import { digestOf, generateToken, lastFour } from '../../../functions/authorize/token.ts';
import type { TokenRecord } from '../../../functions/authorize/token-store.ts';

/** All that is kept of a token; its times are seconds since 1970. */
export interface StoredToken extends TokenRecord {
  readonly digest: string;
  readonly created: number;
  /** When another token took its place. */
  readonly rotated?: number;
}

/** Seconds from now, or for ever. */
export type Lifetime = number | 'never';
export const usualLifetime = 90 * 86_400;

export function newToken(
  client: string,
  lifetime: Lifetime,
  now: number,
): { token: string; stored: StoredToken } {
  const token = generateToken();
  const stored = { digest: digestOf(token), client, lastFour: lastFour(token), created: now };
  return { token, stored: lifetime === 'never' ? stored : { ...stored, expires: now + lifetime } };
}
