import { expect, it } from 'vitest';
import { loggable } from '../../../functions/shared/loggable.ts';

it('keeps of an error what it says, and none of its other properties', () => {
  const error = Object.assign(new RangeError('far'), { stack: 'one\ntwo', body: 'secret' });
  expect(loggable(error)).toEqual({ name: 'RangeError', message: 'far', stack: ['one', 'two'] });
});

it('survives an error without a stack', () => {
  const error = Object.assign(new Error('bare'), { stack: undefined });
  expect(loggable(error)).toEqual({ name: 'Error', message: 'bare' });
});

it.each(['text', 7, null, undefined])('keeps %j, which is no error', (cause) => {
  expect(loggable(cause)).toBe(cause);
});
