import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { loggable } from '../shared/loggable.ts';
import { failureAnswer } from './answer.ts';
import { Failure, failures, unexpected } from './failure.ts';

/** The one place where whatever was thrown becomes an answer. */
export function answerFailures(): MiddlewareObj<unknown, APIGatewayProxyStructuredResultV2> {
  return {
    onError: (request) => {
      const failure = toFailure(request.error);
      logFailure(failure, request.event);
      request.response = failureAnswer(failure);
    },
  };
}

function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  const { cause } = Object(thrown) as {
    cause?: { package?: string; message?: string; data?: unknown };
  };
  if (cause?.package === '@middy/validator') {
    const sentence = violationSentence(cause.data as Violation[]);
    return new Failure('notANewPlant', sentence, { cause: sentence });
  }
  if (cause?.package === '@middy/http-json-body-parser') {
    // What middy threw quotes the body, which no log may do: it goes no further.
    // It says what is wrong with JSON; of keys that would reach a prototype it only hands over the body.
    const problem = cause.message === undefined ? 'carries a forbidden key' : 'is not valid JSON';
    return new Failure('unreadableBody', `the body ${problem}`);
  }
  return unexpected(thrown);
}

/** What ajv says of one violation, as far as the sentence needs it. */
export interface Violation {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Record<string, unknown>;
  readonly message?: string;
}

/** Every violation in one sentence: `id must be an integer between … and …; name is required`. */
export function violationSentence(violations: Violation[]): string {
  return [...new Set(violations.map(clause))].join('; ');
}

function clause({ instancePath, keyword, params, message }: Violation): string {
  if (keyword === 'required') return `${params['missingProperty']} is required`;
  if (keyword === 'type') return 'the body must be a JSON object';
  return `${instancePath.slice('/body/'.length)} ${message}`;
}

/**
 * One line for one failure, as Lambda's native JSON logging writes it. It is told by whom and why,
 * never what was sent: no token, header or body.
 */
function logFailure(failure: Failure, event: unknown): void {
  const { error, level } = failures[failure.kind];
  const { requestId, authorizer } = contextOf(event);
  console[level]({
    error,
    reason: failure.kind,
    requestId,
    client: authorizer?.lambda?.client,
    lastFour: authorizer?.lambda?.lastFour,
    cause: loggable(failure.cause),
  });
}

interface RequestContext {
  readonly requestId?: string;
  readonly authorizer?: {
    readonly lambda?: { readonly client?: string; readonly lastFour?: string } | null;
  };
}

function contextOf(event: unknown): RequestContext {
  return Object((event as { requestContext?: RequestContext } | null)?.requestContext);
}
