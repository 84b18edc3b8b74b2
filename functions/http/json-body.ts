import { isUtf8 } from 'node:buffer';
import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { unreadable, wrongContentType } from './failure.ts';
import type { GatewayEvent } from './gateway-event.ts';
import { int64 } from './int64.ts';
import { jsonMeasure } from './json-measure.ts';

// RFC 6838 §4.2 lists the characters of a subtype.
const jsonType = /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json[ \t]*(?:;|$)/i;

// Both parses of a body call a reviver: it costs some µs for each value, and a stack frame for each level.
export const maxValues = 10_000;
export const maxDepth = 500;

type TextMiddleware<Event> = MiddlewareObj<Event, unknown, Error, Context, { text: string }>;

/** Puts the JSON text of a request into `event.body`, for middy's parser, and into `internal.text`, for `exactBody`. */
export function jsonText(): TextMiddleware<GatewayEvent> {
  return {
    before: ({ event, internal }) => {
      const contentType = event.headers?.['content-type'] ?? event.headers?.['Content-Type'];
      if (!jsonType.test(String(contentType))) throw wrongContentType();
      if (typeof event.body !== 'string' || event.body === '')
        throw unreadable('is missing or empty');
      const text = event.isBase64Encoded ? utf8(event.body) : event.body;
      const { values, depth } = jsonMeasure(text);
      if (values > maxValues) throw unreadable('holds too many values');
      if (depth > maxDepth) throw unreadable(`is nested more than ${maxDepth} levels deep`);
      event.body = text;
      event.isBase64Encoded = false;
      internal.text = text;
    },
  };
}

function utf8(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  if (!isUtf8(bytes)) throw unreadable('is not valid UTF-8');
  return bytes.toString();
}

/**
 * Parses the text again, with each int64 as a bigint. JSON.parse rounds beyond 2 ** 53, and middy's parser does not pass
 * the digits to its reviver. In a field of the type `number`, the validator makes a number of it again.
 */
export function exactBody(): TextMiddleware<{ body?: unknown }> {
  return {
    before: ({ event, internal }) => {
      event.body = JSON.parse(internal.text, exactValue);
    },
  };
}

function exactValue(_name: string, value: unknown, { source }: { source?: string }): unknown {
  // A text in quotes, `true` or a list is no number for `int64`, and stays as it is. A number that is so small that
  // JSON.parse made 0 of it cannot be kept: the validator refuses NaN by each rule of a number.
  return int64(String(source)) ?? (value === 0 ? Number.NaN : value);
}
