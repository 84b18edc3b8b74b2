import type { Invocation } from '../lambda/invocation.ts';
import type { AuthorizerContext } from './decision.ts';

/** An HTTP answer, not yet sent. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Buffer;
}

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

/** An answer, with the invocations and the authorizer's context that led to it. */
export interface GatewayResult {
  readonly answer: Answer;
  readonly invocations: readonly Invocation[];
  readonly context: AuthorizerContext;
}

/** The gateway's own answer, with the invocations that led to it. */
export function refused(
  status: GatewayStatus,
  invocations: readonly Invocation[] = [],
  context: AuthorizerContext = null,
): GatewayResult {
  return { answer: gatewayAnswer(status), invocations, context };
}
