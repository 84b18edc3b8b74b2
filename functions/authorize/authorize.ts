import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { loggable } from '../shared/loggable.ts';
import { probeIdentity } from '../shared/probe-identity.ts';
import { bearerToken } from './bearer.ts';
import { digestOf, isToken } from './token.ts';
import { stateOf, type TokenRecord } from './token-record.ts';
import type { FindToken } from './token-store.ts';

/** Allows or refuses a bearer token. If the store fails, it throws, because the gateway would cache a refusal. */
export function createAuthorizer(find: FindToken, now: () => number = Date.now) {
  return async (event: APIGatewayRequestAuthorizerEventV2) => {
    // A warm-up has no requestContext.
    const requestId = event.requestContext?.requestId;
    const refuse = (reason: string, { client, lastFour }: Partial<TokenRecord> = {}) => {
      console.info({ refused: reason, requestId, client, lastFour });
      return { isAuthorized: false };
    };
    const token = bearerToken(event.identitySource, event.headers);
    if (!isToken(token)) return refuse('malformed');
    const digest = digestOf(token);
    const record = await find(digest).catch((cause: unknown) => {
      console.error({ fault: 'token store', requestId, cause: loggable(cause) });
      // Without a cause, because the runtime would log it again with all its properties.
      throw new Error('The token store failed');
    });
    if (record === undefined) {
      // The probe sends such a token each minute. A stranger can make one too, and is refused all the same.
      const isProbe = digest.startsWith(probeIdentity.digestPrefix);
      // By the last four characters, the operator sees whether the token of a client was refused.
      const sender = isProbe ? { client: probeIdentity.client } : { lastFour: token.slice(-4) };
      return refuse('unknown', sender);
    }
    const state = stateOf(record, now() / 1000);
    return state === 'active' ? allow(record) : refuse(state, record);
  };
}

function allow({ client, lastFour }: TokenRecord) {
  return { isAuthorized: true, context: { client, lastFour } };
}
