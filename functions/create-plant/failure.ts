/** Every kind of failure: its error code in the contract, its log level, and its Retry-After in seconds. */
export const failures = {
  unexpected: row(1000, 'error'),
  unreadableBody: row(1001, 'info'),
  wrongContentType: row(1002, 'info'),
  notANewPlant: row(1003, 'info'),
  idTaken: row(1004, 'info'),
  tooLarge: row(1005, 'info'),
  unavailable: row(1006, 'warn', '1'),
} as const;

function row(error: number, level: 'info' | 'warn' | 'error', retryAfter?: string) {
  return { error, level, retryAfter };
}

export type FailureKind = keyof typeof failures;

/** The message is for the client; the cause is only for the log. */
export class Failure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export function unexpected(cause: unknown): Failure {
  return new Failure('unexpected', 'something went wrong on our side, please retry later', {
    cause,
  });
}
