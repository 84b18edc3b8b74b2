/** Every kind of failure, with its error code in the contract and its log level. */
export const failures = {
  unexpected: { error: 1000, level: 'error' },
  unreadableBody: { error: 1001, level: 'info' },
  wrongContentType: { error: 1002, level: 'info' },
  notANewPlant: { error: 1003, level: 'info' },
  idTaken: { error: 1004, level: 'info' },
  tooLarge: { error: 1005, level: 'info' },
  unavailable: { error: 1006, level: 'warn' },
} as const;

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
