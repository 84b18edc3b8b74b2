import { Failure, unexpected } from './failure.ts';
import { maxItemBytes } from './plant.ts';

// The names that the SDK takes for temporary, and sends again:
// https://github.com/smithy-lang/smithy-typescript/blob/main/packages/core/src/submodules/retry/service-error-classification/constants.ts
const temporaryNames = new Set([
  'BandwidthLimitExceeded',
  'EC2ThrottledException',
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'RequestTimeout',
  'RequestTimeoutException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
]);

/** The failure that a client gets for a write that was not refused. The error's fields decide, not its class. */
export function storeFailure(cause: unknown): Failure {
  const { name, message, $fault, $metadata } = Object(cause);
  if (name === 'ValidationException' && message?.startsWith('Item size has exceeded')) {
    return tooLarge(cause);
  }
  // Our mistake: the store refused the request, or no request was sent.
  const isOurs =
    $metadata === undefined ||
    ($fault === 'client' && !isTemporary(name, $metadata.httpStatusCode));
  return isOurs ? unexpected(cause) : unavailable(cause);
}

/** Throttled, too slow, or in conflict with another write: the next try can succeed. */
function isTemporary(name: string, status: unknown): boolean {
  return status === 429 || status === 408 || temporaryNames.has(name) || /Conflict/.test(name);
}

/** The failure of a write of which nobody knows whether it was done. */
export function unavailable(cause: unknown): Failure {
  return new Failure('unavailable', 'the store cannot be reached in time, please retry', { cause });
}

/** The failure of a plant with an id that another plant has, or that no client can use. */
export function idTaken(id: unknown): Failure {
  return new Failure('idTaken', `another plant has the id ${id}`);
}

/** The failure of a plant that is larger than DynamoDB's limit, counted here or by DynamoDB. */
export function tooLarge(cause?: unknown): Failure {
  return new Failure('tooLarge', `the plant is larger than ${maxItemBytes} bytes`, { cause });
}

/** The reasons that DynamoDB gives for throttling, as `TableWriteKeyRangeThroughputExceeded`; undefined without one. */
export function throttlingReasons(cause: unknown): string | undefined {
  // Two classes of errors spell this field in two ways.
  const { ThrottlingReasons, throttlingReasons = ThrottlingReasons } = Object(cause);
  const reasons = [throttlingReasons ?? []].flat() as ({ readonly reason?: string } | undefined)[];
  return reasons.map((entry) => entry?.reason).join() || undefined;
}
