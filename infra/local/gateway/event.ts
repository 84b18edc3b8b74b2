import { isUtf8 } from 'node:buffer';
import { account, apiId, region } from '../template/fake-account.ts';
import type { AuthorizerContext } from './decision.ts';
import type { GatewayRequest } from './request.ts';
import { requestHeaders } from './request-headers.ts';
import type { RequestTarget } from './request-target.ts';
import type { RouteMatch } from './route-table.ts';

/** A request and its route. The event of the authorizer and the event of the function are made from it. */
export type RoutedRequest = ReturnType<typeof routedRequest>;

export function routedRequest(request: GatewayRequest, match: RouteMatch, target: RequestTarget) {
  return { ...match, ...requestHeaders(request), request, target };
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
  const { cookies, headers, pathParameters, request, route, target } = routed;
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: target.rawPath,
    rawQueryString: target.rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...unlessEmpty('queryStringParameters', target.query),
    ...unlessEmpty('pathParameters', pathParameters),
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

function unlessEmpty(name: string, values: Readonly<Record<string, string>>) {
  return Object.keys(values).length > 0 ? { [name]: values } : {};
}

/** `17/Jun/2024:15:52:39 +0000`, the common log format's time. */
function clfTime(milliseconds: number): string {
  const [, day, month, year, time] = new Date(milliseconds).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

const textTypes = /^(application\/(json|xml|javascript)|text\/[^;]*)$/;

/** Not documented, but measured by others: a few types stay text, all others arrive as base64. */
export function requestBody(body: Buffer, contentType: string | undefined) {
  if (body.length === 0) return { isBase64Encoded: false };
  return isText(contentType) && isUtf8(body)
    ? { body: body.toString('utf8'), isBase64Encoded: false }
    : { body: body.toString('base64'), isBase64Encoded: true };
}

function isText(contentType = ''): boolean {
  const [type = '', ...parameters] = contentType.split(';');
  if (!textTypes.test(type.trim().toLowerCase())) return false;
  const charset = parameters.map(charsetIn).find((name) => name !== undefined);
  return charset === undefined || charset.toLowerCase() === 'utf-8';
}

function charsetIn(parameter: string): string | undefined {
  const [name = '', value = ''] = parameter.split('=').map((part) => part.trim());
  return name.toLowerCase() === 'charset' ? value.replace(/^"(.*)"$/, '$1') : undefined;
}
