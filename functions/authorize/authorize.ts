import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { logFields } from '../shared/log-fields.ts';
import { loggable } from '../shared/loggable.ts';
import { authorizationHeader, bearerToken } from './bearer.ts';
import { digestOf, isToken } from './token.ts';
import { type TokenRecord, tokenState } from './token-record.ts';
import type { FindToken } from './token-store.ts';

/** Allows or refuses a bearer token. If the store fails, it throws, because the gateway would cache a refusal. */
export function authorize(find: FindToken, now: () => number = Date.now) {
  return async (event: APIGatewayRequestAuthorizerEventV2) => {
    const requestId = event.requestContext?.requestId;
    const refuse = (reason: string, { client, lastFour }: Partial<TokenRecord> = {}) => {
      console.info({ [logFields.refused]: reason, requestId, client, lastFour });
      return { isAuthorized: false };
    };
    const token = bearerToken(authorizationHeader(event.identitySource, event.headers));
    if (!isToken(token)) return refuse('malformed');
    const record = await find(digestOf(token)).catch((cause: unknown) => {
      console.error({ [logFields.fault]: 'token store', requestId, cause: loggable(cause) });
      // Without a cause, because the runtime would log it again with all its properties.
      throw new Error('The token store failed');
    });
    if (record === undefined) return refuse('unknown');
    const state = tokenState(record, now() / 1000);
    return state === 'active' ? allow(record) : refuse(state, record);
  };
}

function allow({ client, lastFour }: TokenRecord) {
  return { isAuthorized: true, context: { client, lastFour } };
}
