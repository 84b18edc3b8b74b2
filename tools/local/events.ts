import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { region } from './region.ts';

// The events of an HTTP API in payload format 2.0. A field without a value is left out:
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html

const account = '123456789012';
const apiId = 'localapi01';

/** A complete request. */
export type GatewayRequest = ReturnType<typeof gatewayRequest>;

export function gatewayRequest(message: IncomingMessage, body: Buffer) {
  const [path = '', ...query] = (message.url ?? '').split('?');
  const headers = Object.entries(message.headersDistinct).map(([name, values = []]) => {
    return [name, values.join()] as const;
  });
  return {
    // 15 characters and `=`, as in `ZhNHJhhLjoEEPiw=`.
    id: randomBytes(11).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
    method: message.method ?? '',
    path: decoded(path) || '/',
    query: query.join('?'),
    headers: Object.fromEntries(headers),
    body,
    // On a dual-stack socket, an IPv4 address has this prefix.
    sourceIp: message.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
    receivedAt: Date.now(),
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What the authorizer says of a client, for the function behind it. */
export type AuthorizerContext = Readonly<Record<string, unknown>> | null;

/** The authorizer gets the request without its body, and the token that it judges. */
export function authorizerEvent(request: GatewayRequest, routeKey: string, token: string) {
  return {
    ...commonFields(request, routeKey),
    type: 'REQUEST',
    routeArn: `arn:aws:execute-api:${region}:${account}:${apiId}/$default/${request.method}${request.path}`,
    identitySource: [token],
  };
}

/** The function of a route gets the whole request. */
export function functionEvent(
  request: GatewayRequest,
  routeKey: string,
  parameters: Readonly<Record<string, string>> | undefined,
  context: AuthorizerContext,
) {
  const { requestContext, ...common } = commonFields(request, routeKey);
  return {
    ...common,
    ...(parameters && { pathParameters: { ...parameters } }),
    requestContext: { ...requestContext, authorizer: { lambda: context } },
    ...bodyFields(request.body, request.headers['content-type']),
  };
}

function commonFields({ headers, query, ...request }: GatewayRequest, routeKey: string) {
  return {
    version: '2.0',
    routeKey,
    rawPath: request.path,
    rawQueryString: query,
    headers,
    ...(query !== '' && { queryStringParameters: Object.fromEntries(new URLSearchParams(query)) }),
    requestContext: {
      accountId: account,
      apiId,
      domainName: `${apiId}.execute-api.${region}.amazonaws.com`,
      domainPrefix: apiId,
      http: {
        method: request.method,
        path: request.path,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: request.id,
      routeKey,
      stage: '$default',
      time: commonLogTime(request.receivedAt),
      timeEpoch: request.receivedAt,
    },
  };
}

/** As `17/Jun/2024:15:52:39 +0000`. */
function commonLogTime(milliseconds: number): string {
  const [, day, month, year, time] = new Date(milliseconds).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

const textTypes = /^(application\/(json|xml|javascript)|text\/.*)$/i;

/** Not documented, but measured by others: a few types stay text, all others arrive as base64. */
export function bodyFields(body: Buffer, contentType = '') {
  if (body.length === 0) return { isBase64Encoded: false };
  const [type = ''] = contentType.split(';');
  const isText = textTypes.test(type.trim()) && isUtf8(body);
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}
