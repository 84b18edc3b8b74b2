import { describe, expect, it } from 'vitest';
import {
  idTaken,
  tooLarge as tooLargeFailure,
  unavailable,
  unexpected,
} from '../../../functions/create-plant/failure.ts';
import { storeFailure } from '../../../functions/create-plant/plant-store.ts';
import { failureTable, keyOf, plant } from '../../setup/plants.ts';

function thrown(name: string, fields: object = { $fault: 'client', $metadata: {} }) {
  return Object.assign(new Error('from the store'), { name, ...fields });
}

const tooLarge = 'Item size has exceeded the maximum allowed size';

it.each([
  unexpected(undefined),
  unavailable(undefined),
  idTaken(keyOf(plant())),
  tooLargeFailure(),
])('sends the message that openapi.yaml shows: $message', ({ kind, message }) => {
  expect(failureTable.find((row) => row.kind === kind)?.message).toBe(message);
});

describe('storeFailure', () => {
  const { message: ours } = unexpected(undefined);
  const { message: unreachable } = unavailable(undefined);
  it.each([
    ['AccessDeniedException', 'unexpected', ours],
    ['ValidationException', 'unexpected', ours],
    ['SomethingNewException', 'unexpected', ours],
  ])('calls %s %s', (name, kind, message) => {
    expect(storeFailure(thrown(name))).toMatchObject({ kind, message });
  });

  it.each(
    `BandwidthLimitExceeded EC2ThrottledException LimitExceededException PriorRequestNotComplete
    ProvisionedThroughputExceededException RequestLimitExceeded RequestThrottled RequestThrottledException
    RequestTimeout RequestTimeoutException SlowDown ThrottledException Throttling ThrottlingException
    TooManyRequestsException TransactionInProgressException
    ReplicatedWriteConflictException TransactionConflictException`.split(/\s+/),
  )('takes %s for temporary, as the SDK does', (name) => {
    expect(storeFailure(thrown(name))).toMatchObject({
      kind: 'unavailable',
      message: unreachable,
    });
  });

  it.each([408, 429])('takes the status %i for temporary, under any name', (httpStatusCode) => {
    const error = thrown('Unknown', { $fault: 'client', $metadata: { httpStatusCode } });
    expect(storeFailure(error)).toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    [thrown('InternalServerError', { $fault: 'server', $metadata: {} }), 'unavailable'],
    [thrown('TimeoutError', { $metadata: {} }), 'unavailable'],
    [thrown('SyntaxError', { $metadata: {} }), 'unavailable'],
    // A plant that is too large has only the store's own message.
    [thrown('ValidationException', { message: tooLarge, $metadata: {} }), 'tooLarge'],
    [thrown('ValidationException', { message: `x ${tooLarge}`, $metadata: {} }), 'unavailable'],
    [thrown('InternalServerError', { message: tooLarge, $metadata: {} }), 'unavailable'],
    [thrown('TypeError', {}), 'unexpected'],
    ['a string', 'unexpected'],
    [undefined, 'unexpected'],
    [{ name: 'ValidationException' }, 'unexpected'],
  ])('decides by the origin of the error, and keeps it: %s', (error, kind) => {
    expect(storeFailure(error)).toMatchObject({ kind, cause: error });
  });
});
