import { format } from 'node:util';

const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];

const methods = {
  debug: 'DEBUG',
  error: 'ERROR',
  info: 'INFO',
  log: 'INFO',
  trace: 'TRACE',
  warn: 'WARN',
} as const;

interface LogSettings {
  readonly level: string;
  readonly requestId: () => string | undefined;
  readonly write: (line: string) => void;
}

/** Makes console write as Lambda's runtime does in its JSON format. */
export function takeOverConsole(target: Console, settings: LogSettings): void {
  const least = levels.indexOf(settings.level.toUpperCase());
  for (const [method, level] of Object.entries(methods)) {
    const isLogged = levels.indexOf(level) >= least;
    target[method as keyof typeof methods] = (...values: unknown[]) => {
      if (isLogged) settings.write(`${jsonLine(level, settings.requestId(), values)}\n`);
    };
  }
}

/** `{"timestamp":…,"level":…,"requestId":…,"message":…}`, errors as type, message and stack. */
function jsonLine(level: string, requestId: string | undefined, values: unknown[]): string {
  const head = { timestamp: new Date().toISOString(), level, requestId };
  const [only] = values;
  if (values.length === 1) {
    try {
      return JSON.stringify({ ...head, message: only }, errorsAsFields);
    } catch {
      // It contains itself.
    }
  }
  const error = values.find((value) => value instanceof Error);
  return JSON.stringify({ ...head, message: format(...values), ...(error && fieldsOf(error)) });
}

function errorsAsFields(_key: string, value: unknown): unknown {
  return value instanceof Error ? { ...fieldsOf(value), ...value } : value;
}

function fieldsOf(error: Error) {
  return {
    errorType: error.constructor.name,
    errorMessage: error.message,
    stackTrace: error.stack?.split('\n') ?? [],
  };
}
