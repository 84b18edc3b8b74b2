import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

/** A request as the gateway sends it, made before there is one. */
export const rehearsedRequest = (): APIGatewayProxyEventV2 =>
  ({
    headers: { 'content-type': 'application/json' },
    requestContext: { requestId: 'rehearsal' },
    body: '{"id":0,"name":"rehearsal","tag":""}',
    isBase64Encoded: false,
  }) as unknown as APIGatewayProxyEventV2;

export const rehearsedContext = { getRemainingTimeInMillis: () => 10_000 } as Context;
