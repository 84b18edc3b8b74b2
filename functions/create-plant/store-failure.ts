import { Failure, unexpected } from './failure.ts';

const transient = new Set([
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

/** What a failed write means to the client. The error's fields decide, not its class. */
export function storeFailure(cause: unknown, id: bigint): Failure {
  const { name, message, $fault, $metadata } = Object(cause) as Partial<StoreError>;
  if (name === 'ConditionalCheckFailedException') {
    return new Failure('idTaken', `another plant has the id ${id}`);
  }
  if (name === 'ValidationException' && message?.startsWith('Item size has exceeded')) {
    return new Failure('tooLarge', 'the plant is too large to store', { cause });
  }
  // The store refused what we sent, or nothing was sent: our mistake.
  const ours = $metadata === undefined || ($fault === 'client' && !transient.has(String(name)));
  return ours
    ? unexpected(cause)
    : new Failure('unavailable', 'the store cannot be reached in time, please retry', { cause });
}

interface StoreError {
  readonly name: string;
  readonly message: string;
  readonly $fault: 'client' | 'server';
  readonly $metadata: object;
}
