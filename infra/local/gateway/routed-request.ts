import { account, apiId, region } from '../template/fake-account.ts';
import type { AuthorizerContext } from './decision.ts';
import type { GatewayRequest } from './request.ts';
import { type RequestHeaders, requestHeaders } from './request-headers.ts';
import type { RequestTarget } from './request-target.ts';
import type { RouteMatch } from './route-table.ts';

/** A request and its route. The authorizer's event and the integration's event are made from it. */
export type RoutedRequest = RouteMatch &
  RequestHeaders & { readonly request: GatewayRequest; readonly target: RequestTarget };

export function routedRequest(
  request: GatewayRequest,
  match: RouteMatch,
  target: RequestTarget,
): RoutedRequest {
  return { ...match, ...requestHeaders(request), request, target };
}

/** The fields of both events, in payload format 2.0. An empty field is left out, never null. */
export function commonEvent(routed: RoutedRequest, authorizer?: AuthorizerContext) {
  const { cookies, headers, pathParameters, route, target } = routed;
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: target.rawPath,
    rawQueryString: target.rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...unlessEmpty('queryStringParameters', target.query),
    ...unlessEmpty('pathParameters', pathParameters),
    requestContext: requestContext(routed, authorizer),
  };
}

function unlessEmpty(name: string, values: Readonly<Record<string, string>>) {
  return Object.keys(values).length > 0 ? { [name]: values } : {};
}

function requestContext(
  { headers, request, route, target }: RoutedRequest,
  authorizer?: AuthorizerContext,
) {
  return {
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
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `17/Jun/2024:15:52:39 +0000`, the common log format's time. */
function clfTime(milliseconds: number): string {
  const [, year, month, day, time] =
    /^(\d{4})-(\d\d)-(\d\d)T([\d:]{8})/.exec(new Date(milliseconds).toISOString()) ?? [];
  return `${day}/${months[Number(month) - 1]}/${year}:${time} +0000`;
}
