import { typescriptStack } from './typescript-stack.ts';

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
