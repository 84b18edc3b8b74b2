import type { ErrorCode, Error as Failure, GatewayError } from './contract.generated.ts';

// The same plant again is no conflict, so that these may be tried again; a test holds them to the contract.
const passing: ReadonlySet<number> = new Set<ErrorCode>([1000, 1006]);

/** Why a plant is not known to be stored. */
export abstract class ClientError extends Error {
  /** Whether the same request may well succeed later. */
  abstract readonly passing: boolean;
  /** How long the service asks to wait before that. */
  readonly retryAfterSeconds: number = 0;
}

/** The service answered 400 and an Error. */
export class RefusedError extends ClientError {
  override readonly name = 'RefusedError';
  readonly error: number;
  readonly passing: boolean;
  override readonly retryAfterSeconds: number;

  constructor({ error, message }: Failure, retryAfterSeconds: number) {
    super(message);
    this.error = error;
    this.passing = passing.has(error);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The gateway answered for itself: 403 for a refused token, 429 for too many requests. */
export class GatewayRefusedError extends ClientError {
  override readonly name = 'GatewayRefusedError';
  readonly status: number;
  readonly passing: boolean;
  override readonly retryAfterSeconds: number;

  constructor(status: number, { message }: GatewayError, retryAfterSeconds: number) {
    super(message);
    this.status = status;
    this.passing = status === 429 || status >= 500;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came, or only a part of one: the plant may be stored or not. */
export class NoAnswerError extends ClientError {
  override readonly name = 'NoAnswerError';
  readonly passing = true;
}
