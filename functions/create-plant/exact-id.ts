import { int64 } from './int64.ts';
import type { TextMiddleware } from './json-text.ts';

/**
 * Puts the id into the body as a bigint, read from its digits: JSON.parse rounds beyond 2 ** 53, and the
 * body parser does not pass the source text to its reviver. An id that is no int64 stays; the validator refuses it.
 */
export function exactId(): TextMiddleware<{ body?: unknown }> {
  return {
    before: ({ event, internal }) => {
      const body = event.body as { id?: unknown } | null;
      if (typeof body?.id === 'number') {
        body.id = int64(idSource(internal.text)) ?? body.id;
      }
    },
  };
}

function idSource(text: string): string {
  const sources = new Map<unknown, string>();
  // TypeScript's library does not know the third argument yet.
  function remember(this: unknown, key: string, value: unknown, { source }: { source: string }) {
    if (key === 'id') sources.set(this, source);
    return value;
  }
  const root: unknown = JSON.parse(text, remember as (key: string, value: unknown) => unknown);
  return sources.get(root) as string;
}
