import { describe, expect, it } from 'vitest';
import { storeFailure, throttlingReasons } from '../../../functions/create-plant/store-failure.ts';

function thrown(name: string, fields: object = { $fault: 'client', $metadata: {} }) {
  return Object.assign(new Error('from the store'), { name, ...fields });
}

const tooLarge = 'Item size has exceeded the maximum allowed size';

describe('storeFailure', () => {
  it.each([
    ['ConditionalCheckFailedException', 'idTaken'],
    ['ThrottlingException', 'unavailable'],
    ['ProvisionedThroughputExceededException', 'unavailable'],
    ['RequestLimitExceeded', 'unavailable'],
    ['LimitExceededException', 'unavailable'],
    ['ReplicatedWriteConflictException', 'unavailable'],
    ['AccessDeniedException', 'unexpected'],
    ['ValidationException', 'unexpected'],
    ['SomethingNewException', 'unexpected'],
  ])('calls %s %s', (name, kind) => {
    expect(storeFailure(thrown(name), 7n).kind).toBe(kind);
  });

  it.each([
    [thrown('InternalServerError', { $fault: 'server', $metadata: {} }), 'unavailable'],
    [thrown('TimeoutError', { $metadata: {} }), 'unavailable'],
    [thrown('SyntaxError', { $metadata: {} }), 'unavailable'],
    [thrown('TypeError', {}), 'unexpected'],
    ['a string', 'unexpected'],
    [undefined, 'unexpected'],
    [{ name: 'ValidationException' }, 'unexpected'],
  ])('decides by the origin of the error: %s', (error, kind) => {
    expect(storeFailure(error, 7n)).toMatchObject({ kind, cause: error });
  });

  it.each([
    ['ConditionalCheckFailedException', 'another plant has the id -7'],
    ['AccessDeniedException', 'something went wrong on our side, please retry later'],
    ['ThrottlingException', 'the store cannot be reached in time, please retry'],
  ])('sends to the client after %s: %s', (name, message) => {
    expect(storeFailure(thrown(name), -7n).message).toBe(message);
  });

  it("finds a plant that is too large by the store's own message, and no other", () => {
    const large = thrown('ValidationException', { message: tooLarge, $metadata: {} });
    expect(storeFailure(large, 7n)).toMatchObject({
      kind: 'tooLarge',
      message: 'the plant is larger than 409600 bytes',
      cause: large,
    });
    const other = thrown('ValidationException', { message: `x ${tooLarge}`, $metadata: {} });
    expect(storeFailure(other, 7n).kind).not.toBe('tooLarge');
    const unnamed = thrown('InternalServerError', { message: tooLarge, $metadata: {} });
    expect(storeFailure(unnamed, 7n).kind).toBe('unavailable');
  });
});

describe('throttlingReasons', () => {
  const hot = { reason: 'TableWriteKeyRangeThroughputExceeded', resource: 'arn:…:table/Plants' };
  const quota = { reason: 'TableWriteAccountLimitExceeded', resource: 'arn:…:table/Plants' };

  it.each([
    [{ throttlingReasons: [hot] }, hot.reason],
    [{ ThrottlingReasons: [hot, quota] }, `${hot.reason},${quota.reason}`],
    [{ throttlingReasons: [] }, undefined],
    [{ throttlingReasons: [undefined] }, undefined],
    [{ throttlingReasons: 'none' }, undefined],
    [new Error('down'), undefined],
    ['out of time', undefined],
    [undefined, undefined],
  ])('of %o are %s', (cause, reasons) => {
    expect(throttlingReasons(cause)).toBe(reasons);
  });
});
