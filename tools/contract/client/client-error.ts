import type { ErrorCode, Error as Failure, GatewayError } from './contract.generated.ts';

/** The codes after which the same request can succeed. A test compares them with the contract. */
const retryableCodes: ReadonlySet<number> = new Set<ErrorCode>([1000, 1006]);

/** The base of the three errors below. After each of them, the plant is perhaps not stored. */
export abstract class ClientError extends Error {
  /** Whether the same request can succeed later. */
  abstract readonly retryable: boolean;
  /** How many times the request was sent. */
  readonly attempts: number;
  /** The status of the last answer; undefined if none came. */
  readonly status: number | undefined;
  /** The gateway's id of the last request. Operators find the request in the logs with it. */
  readonly requestId: string | undefined;
  /** The pause in seconds that the service requires before the next request. */
  readonly retryAfterSeconds: number;

  constructor(message: string, attempts: number, answer?: Response, options?: ErrorOptions) {
    super(message, options);
    this.attempts = attempts;
    this.status = answer?.status;
    this.requestId = requestIdOf(answer);
    this.retryAfterSeconds = secondsUntil(answer?.headers.get('retry-after') ?? '');
  }
}

/** The service answered 400 with a code: it refused the plant, or could not store it. */
export class RefusedError extends ClientError {
  override readonly name = 'RefusedError';
  /** The code of the contract, such as 1004 if another plant has the id. New codes may be added. */
  readonly error: ErrorCode | (number & {});
  readonly retryable: boolean;

  constructor({ error, message }: Failure, attempts: number, answer?: Response) {
    super(message, attempts, answer);
    this.error = error;
    this.retryable = retryableCodes.has(error);
  }
}

/** The gateway answered, not the service: 403 for a refused token, 429 for too many requests. */
export class GatewayRefusedError extends ClientError {
  override readonly name = 'GatewayRefusedError';
  declare readonly status: number;
  readonly retryable: boolean;

  constructor({ message }: GatewayError, attempts: number, answer: Response) {
    super(message, attempts, answer);
    this.retryable = answer.status === 408 || answer.status === 429 || answer.status >= 500;
  }
}

/** No answer came, or one that cannot be read. It is unknown whether the plant is stored. */
export class NoAnswerError extends ClientError {
  override readonly name = 'NoAnswerError';
  readonly retryable = true;

  constructor(cause: unknown, attempts: number, answer?: Response) {
    const message = answer
      ? `the plant store's answer ${answer.status} cannot be read`
      : 'the plant store did not answer';
    super(message, attempts, answer, { cause });
  }
}

export function requestIdOf(answer: Response | undefined): string | undefined {
  return answer?.headers.get('apigw-requestid') ?? undefined;
}

/** Retry-After is a number of seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function secondsUntil(time: string): number {
  const seconds = /^\d+$/.test(time) ? Number(time) : (Date.parse(time) - Date.now()) / 1000;
  return Math.max(0, seconds || 0);
}
