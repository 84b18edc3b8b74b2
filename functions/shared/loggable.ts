import { typescriptStack } from './typescript-stack.ts';

/** What a log may hold of a cause: an error's other properties may repeat what was sent or received. */
export const loggable = (cause: unknown): unknown =>
  cause instanceof Error
    ? { name: cause.name, message: cause.message, stack: typescriptStack(cause.stack ?? '') }
    : cause;
