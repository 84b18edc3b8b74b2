import type { Context } from 'aws-lambda';
import type { GatewayEvent } from '../../functions/http/json-body.ts';
import { path } from '../../tools/test/setup/contract.ts';

/** The part of a gateway's event for the operation that varies; the rest is as AWS sends it. */
export function createPlantEvent(
  body: string | undefined,
  overrides: Partial<GatewayEvent> = {},
): GatewayEvent {
  return {
    version: '2.0',
    routeKey: `POST ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json' },
    requestContext: {
      requestId: 'ID0123456789abc=',
      authorizer: { lambda: { client: 'nursery', lastFour: 'wXyZ' } },
    },
    isBase64Encoded: false,
    ...(body !== undefined && { body }),
    ...overrides,
  } as GatewayEvent;
}

export function context(remaining = 10_000): Context {
  return { getRemainingTimeInMillis: () => remaining } as Context;
}
