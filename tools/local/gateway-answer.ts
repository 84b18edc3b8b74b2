import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** What a client gets. */
export interface GatewayAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/**
 * They are about one connection, and this one is the gateway's. It also counts the body.
 * https://www.rfc-editor.org/rfc/rfc9110#name-connection
 */
const ownHeaders = [
  'connection',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * What an HTTP API makes of what a function returns, in payload format 2.0. Throws if it would answer 500:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function answerOf(returned: unknown): GatewayAnswer {
  if (!Object.hasOwn(Object(returned), 'statusCode')) {
    // AWS does not say whether a text keeps its quotes. In its example, it has none.
    return answerWithJson(200, typeof returned === 'string' ? returned : JSON.stringify(returned));
  }
  const answer = returned as APIGatewayProxyStructuredResultV2;
  const body = Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8');
  const headers: Record<string, string | string[]> = {};
  if (body.length > 0) headers['content-type'] = 'text/plain; charset=utf-8';
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    headers[name.toLowerCase()] = `${value}`;
  }
  if (answer.cookies) headers['set-cookie'] = answer.cookies;
  for (const name of ownHeaders) delete headers[name];
  checkHeaders(headers);
  if (!/^[2-5]\d\d$/.test(`${answer.statusCode}`)) throw new Error('The statusCode is no status.');
  return { statusCode: Number(answer.statusCode), headers, body };
}

/** Throws if HTTP cannot carry one of them. */
function checkHeaders(headers: GatewayAnswer['headers']): void {
  for (const [name, values] of Object.entries(headers)) {
    validateHeaderName(name);
    for (const value of [values].flat()) validateHeaderValue(name, value);
  }
}

export function answerWithJson(statusCode: number, json: string): GatewayAnswer {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: Buffer.from(json) };
}
