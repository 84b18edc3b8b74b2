import type { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { type Failure, unavailable, unexpected } from './failure.ts';

type StoreError = Partial<DynamoDBServiceException>;

// The errors after which the SDK sends a call again, and conflicts with another write.
// https://github.com/smithy-lang/smithy-typescript/blob/main/packages/core/src/submodules/retry/service-error-classification/constants.ts
const temporary =
  /Throttl|LimitExceeded|ThroughputExceeded|TooManyRequests|Timeout|SlowDown|InProgress|NotComplete|Conflict/;

/** The failure that a client gets for an error of DynamoDB. The error's fields decide, not its class. */
export function storeFailureOf(cause: unknown): Failure {
  const { name, $fault, $metadata } = (cause ?? {}) as StoreError;
  const isTemporary =
    temporary.test(String(name)) || [408, 429].includes(Number($metadata?.httpStatusCode));
  // Our mistake: the SDK failed before its first try, or the store refused the request for another reason than time or
  // throttling. The SDK gives `$metadata` to the error of each try, also if no answer came:
  // https://github.com/smithy-lang/smithy-typescript/blob/main/packages/core/src/submodules/retry/middleware-retry/retryMiddleware.ts
  const isOurs = $metadata === undefined || ($fault === 'client' && !isTemporary);
  return isOurs ? unexpected(cause) : unavailable(cause);
}

/** Whether DynamoDB refused to write or to update an item because of its size. Only the message says it. */
export function isRefusedForItsSize(cause: unknown): boolean {
  const { name, message } = (cause ?? {}) as StoreError;
  return name === 'ValidationException' && /^Item size/.test(`${message}`);
}
