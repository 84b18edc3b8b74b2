import { isUtf8 } from 'node:buffer';
import { newTraceId } from '../lambda/invocation.ts';
import { account, apiId, region } from '../template/fake-account.ts';
import type { Route } from '../template/http-api.ts';
import { type GatewayRequest, hopByHop } from './request.ts';
import type { RequestTarget } from './request-target.ts';

/** The values that an authorizer passes to the function behind it. */
export type AuthorizerContext = Readonly<Record<string, unknown>> | null;

/** A request and its route. The event of the authorizer and the event of the function are made from it. */
export type RoutedRequest = ReturnType<typeof routedRequest>;

export function routedRequest(request: GatewayRequest, route: Route, target: RequestTarget) {
  return { route, ...requestHeaders(request), request, target };
}

/** The event of an authorizer: the request without its body, and the identity to check. */
export function authorizerEvent(routed: RoutedRequest, identity: string) {
  const { request, target } = routed;
  return {
    ...commonEvent(routed),
    type: 'REQUEST',
    routeArn: `arn:aws:execute-api:${region}:${account}:${apiId}/$default/${request.method}${target.rawPath}`,
    identitySource: [identity],
  };
}

/** The event of a route's function: the request with its body, and the authorizer's context. */
export function integrationEvent(routed: RoutedRequest, authorizer?: AuthorizerContext) {
  const { headers, request } = routed;
  return {
    ...commonEvent(routed, authorizer),
    ...requestBody(request.body, headers['content-type']),
  };
}

/** The fields of both events, in payload format 2.0. An empty field is left out, never null. */
function commonEvent(routed: RoutedRequest, authorizer?: AuthorizerContext) {
  const { cookies, headers, request, route, target } = routed;
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: target.rawPath,
    rawQueryString: target.rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(target.rawQueryString !== '' && { queryStringParameters: target.query }),
    requestContext: {
      accountId: account,
      apiId,
      ...(authorizer !== undefined && { authorizer: { lambda: authorizer } }),
      domainName: `${apiId}.execute-api.${region}.amazonaws.com`,
      domainPrefix: apiId,
      http: {
        method: request.method,
        path: target.rawPath,
        protocol: request.protocol,
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: request.id,
      routeKey: route.key,
      stage: '$default',
      time: clfTime(request.receivedAt),
      timeEpoch: request.receivedAt,
    },
  };
}

/** Names in lower case, duplicates joined with a comma without a space, cookies apart, and the gateway's own headers. */
export function requestHeaders(request: GatewayRequest) {
  const headers: Record<string, string> = Object.create(null);
  const cookies: string[] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? '').toLowerCase();
    const value = request.rawHeaders[index + 1] ?? '';
    if (name === 'cookie') cookies.push(...value.split(';').map((one) => one.trim()));
    else if (!hopByHop.has(name)) {
      headers[name] = name in headers ? `${headers[name]},${value}` : value;
    }
  }
  const forwarded = headers['x-forwarded-for'];
  headers['content-length'] = String(request.body.length);
  headers['x-amzn-trace-id'] ??= `Root=${newTraceId(request.receivedAt)}`;
  headers['x-forwarded-for'] = forwarded ? `${forwarded}, ${request.sourceIp}` : request.sourceIp;
  headers['x-forwarded-port'] = String(request.port);
  headers['x-forwarded-proto'] = 'http';
  return { headers, cookies: cookies.filter((cookie) => cookie !== '') };
}

/** `17/Jun/2024:15:52:39 +0000`, the common log format's time. */
function clfTime(milliseconds: number): string {
  const [, day, month, year, time] = new Date(milliseconds).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

const textTypes = /^(application\/(json|xml|javascript)|text\/.*)$/i;

/** Not documented, but measured by others: a few types stay text, all others arrive as base64. */
export function requestBody(body: Buffer, contentType = '') {
  if (body.length === 0) return { isBase64Encoded: false };
  const [type = ''] = contentType.split(';');
  const isText = textTypes.test(type.trim()) && isUtf8(body);
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}
