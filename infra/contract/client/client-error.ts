import type { ErrorCode, Error as Failure, GatewayError } from './contract.generated.ts';

// To send the same plant again is no conflict, so these can be retried. A test compares them with the contract.
const retryableCodes: ReadonlySet<number> = new Set<ErrorCode>([1000, 1006]);

/** The base of the three errors below: it is not certain that the plant is stored. */
export abstract class ClientError extends Error {
  /** Whether the same request may succeed later. */
  abstract readonly retryable: boolean;
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterSeconds: number;
  /** The gateway's id for the request. The store's operator finds the request in the logs by it. */
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

/** The gateway itself answered: 403 for a refused token, 429 for too many requests. */
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
