import { inspect } from 'node:util';

/**
 * The functions log to standard error, one line for each entry: standard output is for the result of a command. They log
 * nothing after `end`.
 */
export function logToStandardError(end?: AbortSignal): void {
  inspect.defaultOptions.breakLength = Number.POSITIVE_INFINITY;
  const { error } = console;
  const print = (...entries: unknown[]) => {
    if (!end?.aborted) error(...entries.map((entry) => withoutUndefined(entry)));
  };
  Object.assign(console, { log: print, info: print, debug: print, warn: print, error: print });
}

/** The JSON of a log on Lambda has no field without a value. An object can hold itself, so this ends at the third level. */
function withoutUndefined(entry: unknown, levels = 3): unknown {
  if (levels === 0 || Object.getPrototypeOf(Object(entry)) !== Object.prototype) return entry;
  const fields = Object.entries(Object(entry)).filter(([, value]) => value !== undefined);
  const shown = fields.map(([name, value]) => [name, withoutUndefined(value, levels - 1)]);
  return Object.fromEntries(shown);
}
