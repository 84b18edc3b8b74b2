/** What the contract and the logs say of a kind of failure. */
interface FailureFacts {
  readonly status: number;
  /** The error code. */
  readonly error: number;
  /** `info` is a mistake of the client. The alarms count the other levels. */
  readonly level: 'info' | 'warn' | 'error';
  /** The seconds that a client waits before it repeats its request. */
  readonly retryAfter?: string;
}

// The contract has one status for all errors, 400. So 1000 and 1006 have it too, though they are not the client's fault:
// the code says what a client does. If the function gives no answer, the gateway sends a 5xx.
const facts = {
  unexpected: { status: 400, error: 1000, level: 'error' },
  unreadableBody: { status: 400, error: 1001, level: 'info' },
  wrongContentType: { status: 400, error: 1002, level: 'info' },
  invalidRequest: { status: 400, error: 1003, level: 'info' },
  idTaken: { status: 400, error: 1004, level: 'info' },
  tooLarge: { status: 400, error: 1005, level: 'info' },
  unavailable: { status: 400, error: 1006, level: 'warn', retryAfter: '1' },
} as const satisfies Record<string, FailureFacts>;

export type FailureKind = keyof typeof facts;

/** Every kind of failure, as openapi.yaml documents it. With this type, code can read `retryAfter` of a row without one. */
export const failures: Readonly<Record<FailureKind, FailureFacts>> = facts;

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
