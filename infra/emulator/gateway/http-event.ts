import { account, apiId, region } from '../place.ts';
import type { Authorizer } from '../template/authorizer.ts';
import type { GatewayRequest } from './gateway-request.ts';
import { requestBody } from './request-body.ts';
import { type RequestHeaders, requestHeaders } from './request-headers.ts';
import { type RequestTarget, requestTarget } from './request-target.ts';

/** What is known once the route is found, from which both events are made. */
export type RoutedRequest = {
  readonly request: GatewayRequest;
  readonly target: RequestTarget;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly stageVariables: Readonly<Record<string, string>> | undefined;
} & RequestHeaders;

export type AuthorizerContext = Readonly<Record<string, unknown>> | null;

/** The integration's event, payload 2.0. Whatever is empty is absent, never null. */
export function httpEvent(routed: RoutedRequest, authorizer?: AuthorizerContext) {
  const { headers, request } = routed;
  return {
    ...commonPart(routed),
    requestContext: requestContext(routed, authorizer),
    ...requestBody(request.body, headers['content-type']),
  };
}

/** The authorizer's event: the same request without its body, and with what it is to judge. */
export function authorizerEvent(routed: RoutedRequest, identity: readonly string[]) {
  const { method } = routed.request;
  return {
    ...commonPart(routed),
    type: 'REQUEST',
    routeArn: `arn:aws:execute-api:${region}:${account}:${apiId}/$default/${method}${routed.target.rawPath}`,
    identitySource: identity,
    requestContext: requestContext(routed),
  };
}

export function routedRequest(
  request: GatewayRequest,
  route: Pick<RoutedRequest, 'routeKey' | 'pathParameters' | 'stageVariables'>,
  target = requestTarget(request.target),
): RoutedRequest {
  return { request, target, ...route, ...requestHeaders(request) };
}

/** Undefined as soon as one of the sources is missing or empty: then nobody is asked. */
export function identityOf(
  { identitySources }: Authorizer,
  { headers, target }: RoutedRequest,
): string[] | undefined {
  const values = identitySources.map(({ from, name }) =>
    from === 'header' ? headers[name] : target.query[name],
  );
  return values.every((value) => value !== undefined && value !== '')
    ? (values as string[])
    : undefined;
}

function commonPart({ cookies, headers, target, ...routed }: RoutedRequest) {
  return {
    version: '2.0',
    routeKey: routed.routeKey,
    rawPath: target.rawPath,
    rawQueryString: target.rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...unlessEmpty('queryStringParameters', target.query),
    ...unlessEmpty('pathParameters', routed.pathParameters),
    ...unlessEmpty('stageVariables', routed.stageVariables ?? {}),
  };
}

function unlessEmpty(name: string, values: Readonly<Record<string, string>>) {
  return Object.keys(values).length > 0 ? { [name]: values } : {};
}

function requestContext(routed: RoutedRequest, authorizer?: AuthorizerContext) {
  const { request, target, routeKey } = routed;
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
      userAgent: routed.headers['user-agent'] ?? '',
    },
    requestId: request.id,
    routeKey,
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
