/** Every kind of failure: its status and error code in the contract, its log level, and its Retry-After in seconds. */
export const failures = {
  unexpected: row(400, 1000, 'error'),
  unreadableBody: row(400, 1001, 'info'),
  wrongContentType: row(400, 1002, 'info'),
  invalidRequest: row(400, 1003, 'info'),
  idTaken: row(400, 1004, 'info'),
  tooLarge: row(400, 1005, 'info'),
  unavailable: row(400, 1006, 'warn', '1'),
} as const;

function row(status: number, error: number, level: 'info' | 'warn' | 'error', retryAfter?: string) {
  return { status, error, level, retryAfter };
}

export type FailureKind = keyof typeof failures;

/** The message is for the client. The cause is only for the log. */
export class Failure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export function unexpected(cause: unknown): Failure {
  return new Failure('unexpected', 'something went wrong on our side, please retry later', cause);
}

export function unreadable(problem: string): Failure {
  return new Failure('unreadableBody', `the body ${problem}`, problem);
}

export function wrongContentType(): Failure {
  return new Failure('wrongContentType', 'the content type must be application/json');
}

export function invalidRequest(violations: string): Failure {
  return new Failure('invalidRequest', violations, violations);
}

/** What was sent is stored or not: functions/create-plant/PROTOCOL.md says what a client does then. */
export function unavailable(cause: unknown): Failure {
  return new Failure('unavailable', 'the store cannot be reached in time, please retry', cause);
}

/** middy calls it before Lambda ends the function, so that the client gets an answer of ours instead of a 500. */
export function throwTimeout(): never {
  throw new Failure('unavailable', 'the request ran out of time, please retry', 'out of time');
}
