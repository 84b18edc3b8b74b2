import type { ErrorCode, Error as Failure, GatewayError } from './contract.generated.ts';

// The same plant again is no conflict, so that these may be tried again; a test holds them to the contract.
const retryableCodes: ReadonlySet<number> = new Set<ErrorCode>([1000, 1006]);

/** Why a plant is not known to be stored: one of the three errors below. */
export abstract class ClientError extends Error {
  /** Whether the same request may succeed later. */
  abstract readonly retryable: boolean;
  /** How long the service asks to wait before that. */
  readonly retryAfterSeconds: number;
  /** The gateway's name for the request, by which the store's operator finds it in the logs. */
  readonly requestId: string | undefined;

  constructor(message: string, headers?: Headers, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterSeconds = Number(headers?.get('retry-after')) || 0;
    this.requestId = headers?.get('apigw-requestid') ?? undefined;
  }
}

/** The service answered 400 and an Error. */
export class RefusedError extends ClientError {
  override readonly name = 'RefusedError';
  /** The code of the contract, such as 1004 where another plant has the id. */
  readonly error: number;
  readonly retryable: boolean;

  constructor({ error, message }: Failure, headers?: Headers) {
    super(message, headers);
    this.error = error;
    this.retryable = retryableCodes.has(error);
  }
}

/** The gateway answered for itself: 403 for a refused token, 429 for too many requests. */
export class GatewayRefusedError extends ClientError {
  override readonly name = 'GatewayRefusedError';
  readonly status: number;
  readonly retryable: boolean;

  constructor(status: number, { message }: GatewayError, headers?: Headers) {
    super(message, headers);
    this.status = status;
    this.retryable = status === 429 || status >= 500;
  }
}

/** No answer came, or only a part of one: the plant may be stored or not. */
export class NoAnswerError extends ClientError {
  override readonly name = 'NoAnswerError';
  readonly retryable = true;

  constructor(cause: unknown) {
    super('the plant store did not answer', undefined, { cause });
  }
}
