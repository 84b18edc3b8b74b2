import { isRecord } from '../../../infra/base.ts';
import type { Invocation } from '../lambda/invocation.ts';
import type { AuthorizerContext } from './event.ts';
import { hopByHop } from './request.ts';

/** An HTTP answer, not yet sent. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Buffer;
}

// Here, Node answers 400 and 408 by itself, without a body.
export const gatewayMessages = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

export type GatewayStatus = keyof typeof gatewayMessages;

/** An HTTP API's own answers look like this, and cannot be changed. */
export function gatewayAnswer(
  status: GatewayStatus,
  message: string = gatewayMessages[status],
): Answer {
  return {
    status,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ message }),
  };
}

/** An answer, with the invocations and the authorizer's context behind it. */
export interface GatewayResult {
  readonly answer: Answer;
  readonly invocations: readonly Invocation[];
  readonly context: AuthorizerContext;
}

/** The gateway's own answer, with the invocations behind it. */
export function refused(
  status: GatewayStatus,
  invocations: readonly Invocation[] = [],
  context: AuthorizerContext = null,
): GatewayResult {
  return { answer: gatewayAnswer(status), invocations, context };
}

/** Makes the client's answer from the JSON that a function returned. */
export function functionAnswer(payload: string): Answer {
  const result: unknown = JSON.parse(payload);
  if (!isRecord(result) || !('statusCode' in result)) {
    return { status: 200, headers: [['content-type', 'application/json']], body: payload };
  }
  return answerOf(result) ?? gatewayAnswer(500);
}

function answerOf(result: Record<string, unknown>): Answer | undefined {
  const { statusCode: status, headers, cookies, body, isBase64Encoded } = result;
  const text = body ?? '';
  const pairs = headerPairs(headers ?? {}, cookies ?? []);
  if (!isStatus(status) || typeof text !== 'string' || !pairs) return undefined;
  if (!pairs.some(([name]) => name === 'content-type')) {
    pairs.push(['content-type', 'text/plain; charset=utf-8']);
  }
  return {
    status,
    headers: pairs,
    body: isBase64Encoded === true ? Buffer.from(text, 'base64') : text,
  };
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}

/** Undefined if a value cannot be that of a header. The gateway itself writes the headers of the connection. */
function headerPairs(headers: unknown, cookies: unknown): [string, string][] | undefined {
  if (!isRecord(headers) || !Array.isArray(cookies)) return undefined;
  const pairs = [...Object.entries(headers), ...cookies.map((cookie) => ['set-cookie', cookie])];
  const types = ['string', 'number', 'boolean'];
  if (!pairs.every(([, value]) => types.includes(typeof value))) return undefined;
  return pairs
    .map(([name, value]): [string, string] => [name.toLowerCase(), String(value)])
    .filter(([name]) => name !== 'content-length' && !hopByHop.has(name));
}
