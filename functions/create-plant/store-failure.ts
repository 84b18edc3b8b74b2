import { key } from '../shared/own-plants.ts';
import { Failure, unexpected } from './failure.ts';
import { maxItemBytes } from './plant.ts';

// Covers the names that the SDK takes for temporary, and sends again, and conflicts with another write:
// https://github.com/smithy-lang/smithy-typescript/blob/main/packages/core/src/submodules/retry/service-error-classification/constants.ts
const temporary =
  /Throttl|LimitExceeded|ThroughputExceeded|TooManyRequests|Timeout|SlowDown|InProgress|NotComplete|Conflict/;

/** The failure that a client gets for a write that was not refused. The error's fields decide, not its class. */
export function storeFailure(cause: unknown): Failure {
  const { name, message, $fault, $metadata } = Object(cause);
  if (name === 'ValidationException' && message?.startsWith('Item size has exceeded')) {
    return tooLarge(cause);
  }
  const isTemporary = temporary.test(name) || [408, 429].includes($metadata?.httpStatusCode);
  // Our mistake: no request was sent, or the store refused it for another reason than time or throttling.
  const isOurs = $metadata === undefined || ($fault === 'client' && !isTemporary);
  return isOurs ? unexpected(cause) : unavailable(cause);
}

/** The failure of a write of which nobody knows whether it was done. */
export function unavailable(cause: unknown): Failure {
  return new Failure('unavailable', 'the store cannot be reached in time, please retry', { cause });
}

/** The failure of a plant with an id that another plant has, or that no client can use. */
export function idTaken(id: unknown): Failure {
  return new Failure('idTaken', `another plant has the ${key} ${id}`);
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
