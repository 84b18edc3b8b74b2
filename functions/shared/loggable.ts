import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** The part of a cause that may be logged. Other properties of an error can hold parts of a request or an answer. */
export function loggable(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const { name, message, stack = '' } = cause;
  // Its message quotes the text that is not JSON, which can be a stored item.
  if (name === 'SyntaxError') return { name };
  return { name, message, cause: causeOf(cause), stack: typescriptStack(stack) };
}

// An error of fetch says only "fetch failed": its cause has the reason. A cause that is not an error can be a body.
function causeOf({ cause }: Error) {
  if (!(cause instanceof Error)) return undefined;
  const { name, message, code } = cause as NodeJS.ErrnoException;
  return { name, message, code };
}

/** Why fetch has no answer, in a few words. An AggregateError has no message. */
export function reasonOf(error: Error): string {
  const { name, message, code } = (error.cause ?? error) as NodeJS.ErrnoException;
  return `${name}: ${message || code}`;
}

/**
 * The lines of a stack, with places in TypeScript instead of places in the bundle. The source map is read
 * when a first failure is logged. With `--enable-source-maps`, Node would read it at each start.
 */
export function typescriptStack(stack: string): string[] {
  return stack.split('\n').map(typescriptLine);
}

const frame = /^(?<at> +at (?:async )?)(?:.*\()?(?<file>[^()]+):(?<line>\d+):(?<column>\d+)\)?$/;

function typescriptLine(text: string): string {
  const { at, file, line, column } = frame.exec(text)?.groups ?? {};
  const origin = mapOf(String(file))?.findOrigin(Number(line), Number(column));
  if (origin === undefined || !('fileName' in origin)) return text;
  return `${at}${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`;
}

const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(String(readFileSync(file))));
  } catch {
    // A log without TypeScript's lines is better than no log.
  }
  return undefined;
}
