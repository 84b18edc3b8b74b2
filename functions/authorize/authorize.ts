import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { loggable } from '../shared/loggable.ts';
import { bearerToken } from './bearer.ts';
import { digestOf, isToken } from './token.ts';
import type { FindToken, TokenRecord } from './token-store.ts';

export interface Decision {
  isAuthorized: boolean;
  context?: { client: string; lastFour: string };
}

/** Says yes or no to a bearer token, or throws: the gateway would cache a no for minutes. */
export const authorize =
  (find: FindToken, now: () => number = Date.now) =>
  async ({ identitySource, headers, requestContext }: APIGatewayRequestAuthorizerEventV2) => {
    const requestId = requestContext?.requestId;
    const refuse = (refused: string, client?: string): Decision => {
      console.info({ refused, requestId, client });
      return { isAuthorized: false };
    };
    const token = bearerToken(soleHeader(identitySource, headers));
    // Stryker disable next-line ConditionalExpression: isToken refuses undefined, too; TypeScript asks.
    if (token === undefined || !isToken(token)) return refuse('malformed');
    const record = await find(digestOf(token)).catch((cause: unknown) => {
      console.error({ fault: 'token store', requestId, cause: loggable(cause) });
      // Without its cause, which the runtime would log again with all its properties.
      throw new Error('The token store failed');
    });
    if (record === undefined) return refuse('unknown');
    if (record.revoked !== undefined) return refuse('revoked', record.client);
    if (isExpired(record, now())) return refuse('expired', record.client);
    return allow(record);
  };

// A header sent twice arrives joined in `headers`, where the identity source may be just one of them.
const soleHeader = (sources: unknown, headers?: Record<string, string | undefined>): unknown => {
  const source = Array.isArray(sources) && sources.length === 1 ? sources[0] : undefined;
  return (headers?.['authorization'] ?? source) === source ? source : undefined;
};

// The table's TTL removes an expired token only hours later.
export const isExpired = (
  { expires = Number.POSITIVE_INFINITY }: TokenRecord,
  now: number,
): boolean => expires <= now / 1000;

const allow = ({ client, lastFour }: TokenRecord): Decision => ({
  isAuthorized: true,
  context: { client, lastFour },
});
