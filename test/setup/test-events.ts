import type { Context } from 'aws-lambda';
import { exactJson } from '../../functions/http/answer.ts';
import type { GatewayEvent } from '../../functions/http/gateway-event.ts';
import { path } from '../../tools/test/setup/contract.ts';
import type { Received } from './effect.ts';
import type { Operation } from './operations.ts';

/** An event of the gateway, as AWS sends it: by default a request of the operation POST, with this body. */
export function gatewayEvent(
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

/** The request to any operation, as a client sends it. */
export function httpRequest(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { pathParameters = {}, body }: Received,
) {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(`${pathParameters[name]}`),
  );
  return { method, path: place, body: body === undefined ? undefined : exactJson(body) };
}

/** The event of a request to any operation. */
export function operationEvent(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { pathParameters, body, client, lastFour }: Received,
): GatewayEvent {
  return gatewayEvent(body === undefined ? undefined : exactJson(body), {
    routeKey: `${method} ${path}`,
    requestContext: { requestId: 'ID', authorizer: { lambda: { client, lastFour } } },
    ...(pathParameters && { pathParameters }),
  } as Partial<GatewayEvent>);
}

export function context(remaining = 10_000): Context {
  return { getRemainingTimeInMillis: () => remaining } as Context;
}
