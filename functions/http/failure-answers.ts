import type { MiddlewareObj } from '@middy/core';
import type { ErrorObject } from 'ajv';
import { loggable } from '../shared/loggable.ts';
import { type Answer, errorAnswer } from './answer.ts';
import { Failure, failures, invalidRequest, unexpected, unreadable } from './failure.ts';
import { callerOf, type GatewayEvent } from './gateway-event.ts';
import { violationsOf } from './violations.ts';

/** Turns every thrown error into an answer and a log line. */
export function failureAnswers(): MiddlewareObj<GatewayEvent, Answer> {
  return {
    onError: (request) => {
      const failure = failureOf(request.error);
      logFailure(failure, request.event);
      request.response = errorAnswer(failure);
    },
  };
}

function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  const { message, cause } = (thrown ?? {}) as MiddyError;
  if (cause?.package === '@middy/validator') return invalidRequest(violationsOf(cause.data));
  if (cause?.package === '@middy/http-json-body-parser') {
    // middy's error quotes the body, and no log may contain the body, so the error does not become the cause.
    const isForbidden = message.startsWith('Forbidden key');
    return unreadable(isForbidden ? 'carries a forbidden key' : 'is not valid JSON');
  }
  return unexpected(thrown);
}

/** What one of middy's middlewares throws. The validator's `data` are ajv's errors. */
interface MiddyError {
  readonly message: string;
  readonly cause?: { readonly package: string; readonly data: readonly ErrorObject[] };
}

/**
 * Logs one line for each failure, in Lambda's native JSON format. The line has the client and the reason, but nothing
 * that was sent: no token, header or body.
 */
function logFailure(failure: Failure, event: GatewayEvent | null): void {
  const { error, level } = failures[failure.kind];
  const requestContext = event?.requestContext;
  const caller = callerOf(requestContext);
  console[level]({
    error,
    reason: failure.kind,
    requestId: requestContext?.requestId,
    client: caller?.client,
    lastFour: caller?.lastFour,
    cause: loggable(failure.cause),
    throttled: throttlingReasonsOf(failure.cause),
  });
}

/** The reasons that DynamoDB gives for throttling, as `TableWriteKeyRangeThroughputExceeded`. Undefined without one. */
export function throttlingReasonsOf(cause: unknown): string | undefined {
  const { throttlingReasons, ThrottlingReasons } = (cause ?? {}) as Throttled;
  const reasons = throttlingReasons ?? ThrottlingReasons;
  if (!Array.isArray(reasons)) return undefined;
  return reasons.map((entry) => entry?.reason).join() || undefined;
}

/** Two of DynamoDB's errors spell this field differently. */
interface Throttled {
  readonly throttlingReasons?: readonly ({ readonly reason?: string } | undefined)[];
  readonly ThrottlingReasons?: Throttled['throttlingReasons'];
}
