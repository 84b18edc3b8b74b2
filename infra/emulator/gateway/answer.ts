import type { Invocation } from '../lambda/invocation.ts';
import type { AuthorizerContext } from './decision.ts';

/** An HTTP answer before it meets a socket. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Buffer;
}

const gatewayMessages = {
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

/** An HTTP API words its own answers like this, and nobody can customise them. */
export function gatewayAnswer(status: GatewayStatus): Answer {
  return {
    status,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ message: gatewayMessages[status] }),
  };
}

/** An answer, and what there is to tell of how it came about. */
export interface GatewayResult {
  readonly answer: Answer;
  readonly invocations: readonly Invocation[];
  readonly context: AuthorizerContext;
}

/** The gateway's own answer, with whatever was invoked before it. */
export function refused(
  status: GatewayStatus,
  invocations: readonly Invocation[] = [],
  context: AuthorizerContext = null,
): GatewayResult {
  return { answer: gatewayAnswer(status), invocations, context };
}
