import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';

/** A middleware that shares the JSON text of the request, in `internal.text`, with those after it. */
export type TextMiddleware<Event> = MiddlewareObj<Event, unknown, Error, Context, { text: string }>;
