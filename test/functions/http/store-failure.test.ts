import { describe, expect, it } from 'vitest';
import { unavailable, unexpected } from '../../../functions/http/failure.ts';
import { isRefusedForItsSize, storeFailureOf } from '../../../functions/http/store-failure.ts';

function thrown(name: string, fields: object = { $fault: 'client', $metadata: {} }) {
  return Object.assign(new Error('from the store'), { name, ...fields });
}

describe('storeFailureOf', () => {
  const { message: ours } = unexpected(undefined);
  const { message: unreachable } = unavailable(undefined);
  it.each(['AccessDeniedException', 'ValidationException', 'SomethingNewException'])(
    'takes %s for our mistake',
    (name) => {
      expect(storeFailureOf(thrown(name))).toMatchObject({ kind: 'unexpected', message: ours });
    },
  );

  it.each(
    `BandwidthLimitExceeded EC2ThrottledException LimitExceededException PriorRequestNotComplete
    ProvisionedThroughputExceededException RequestLimitExceeded RequestThrottled RequestThrottledException
    RequestTimeout RequestTimeoutException SlowDown ThrottledException Throttling ThrottlingException
    TooManyRequestsException TransactionInProgressException
    ReplicatedWriteConflictException TransactionConflictException`.split(/\s+/),
  )('takes %s for temporary, as the SDK does', (name) => {
    expect(storeFailureOf(thrown(name))).toMatchObject({
      kind: 'unavailable',
      message: unreachable,
    });
  });

  it.each([408, 429])('takes the status %i for temporary, under any name', (httpStatusCode) => {
    const error = thrown('Unknown', { $fault: 'client', $metadata: { httpStatusCode } });
    expect(storeFailureOf(error)).toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    [thrown('InternalServerError', { $fault: 'server', $metadata: {} }), 'unavailable'],
    [thrown('TimeoutError', { $metadata: {} }), 'unavailable'],
    [thrown('SyntaxError', { $metadata: {} }), 'unavailable'],
    [thrown('TypeError', {}), 'unexpected'],
    ['a string', 'unexpected'],
    [undefined, 'unexpected'],
    [{ name: 'ValidationException' }, 'unexpected'],
  ])('decides by the origin of the error, and keeps it: %s', (error, kind) => {
    expect(storeFailureOf(error)).toMatchObject({ kind, cause: error });
  });
});

const tooLarge = 'Item size has exceeded the maximum allowed size';
const tooLargeUpdate = 'Item size to update has exceeded the maximum allowed size';

it.each([
  [thrown('ValidationException', { message: tooLarge }), true],
  [thrown('ValidationException', { message: tooLargeUpdate }), true],
  [thrown('ValidationException', { message: `x ${tooLarge}` }), false],
  [thrown('ValidationException', { message: undefined }), false],
  [thrown('InternalServerError', { message: tooLarge }), false],
  [undefined, false],
])('an item is too large only by the message of DynamoDB: %s', (error, expected) => {
  expect(isRefusedForItsSize(error)).toBe(expected);
});
