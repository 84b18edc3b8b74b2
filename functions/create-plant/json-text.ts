import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { Failure } from './failure.ts';
import { measureJson } from './json-measure.ts';

// RFC 6838 §4.2 says which characters a subtype may have.
const jsonType = /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json[ \t]*(?:;|$)/i;

// The body parser, which runs next, calls a reviver: 4 µs for each value, and a stack frame for each level.
const maxValues = 10_000;
const maxDepth = 500;

/** A middleware that writes or reads `internal.text`, the JSON text of the request. */
export type TextMiddleware<Event> = MiddlewareObj<Event, unknown, Error, Context, { text: string }>;

/** Puts the JSON text of a request into `event.body` and `internal.text`, with no byte changed. */
export function jsonText(): TextMiddleware<APIGatewayProxyEventV2> {
  return {
    before: ({ event, internal }) => {
      const contentType = event.headers?.['content-type'] ?? event.headers?.['Content-Type'];
      if (!jsonType.test(String(contentType))) {
        throw new Failure('wrongContentType', 'the content type must be application/json');
      }
      if (typeof event.body !== 'string' || event.body === '') {
        throw new Failure('unreadableBody', 'the body is missing or empty');
      }
      const text = event.isBase64Encoded ? utf8(event.body) : event.body;
      const { values, depth } = measureJson(text);
      if (values > maxValues) {
        throw new Failure('unreadableBody', 'the body holds too many values');
      }
      if (depth > maxDepth) {
        throw new Failure('unreadableBody', `the body is nested more than ${maxDepth} levels deep`);
      }
      event.body = text;
      event.isBase64Encoded = false;
      internal.text = text;
    },
  };
}

function utf8(base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(base64, 'base64'),
    );
  } catch (cause) {
    throw new Failure('unreadableBody', 'the body is not valid UTF-8', { cause });
  }
}
