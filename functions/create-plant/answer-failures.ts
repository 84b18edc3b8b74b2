import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { failureAnswer } from './answer.ts';
import { Failure, unexpected } from './failure.ts';
import { logFailure } from './failure-log.ts';
import { type Violation, violationSentence } from './violation.ts';

/** The one place where whatever was thrown becomes an answer. */
export const answerFailures = (): MiddlewareObj<unknown, APIGatewayProxyStructuredResultV2> => ({
  onError: (request) => {
    const failure = toFailure(request.error);
    logFailure(failure, request.event);
    request.response = failureAnswer(failure);
  },
});

const toFailure = (thrown: unknown): Failure => {
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
};
