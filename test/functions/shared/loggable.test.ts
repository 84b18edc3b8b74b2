import { expect, it } from 'vitest';
import { loggable } from '../../../functions/shared/loggable.ts';

it('keeps of an error its name, message and stack, and none of its other properties', () => {
  const error = Object.assign(new RangeError('far'), { stack: 'one\ntwo', body: 'secret' });
  expect(loggable(error)).toEqual({ name: 'RangeError', message: 'far', stack: ['one', 'two'] });
});

it('survives an error that lost its stack', () => {
  const error = new Error('bare');
  delete error.stack;
  expect(loggable(error)).toEqual({ name: 'Error', message: 'bare', stack: [''] });
});

it.each(['text', 7, null, undefined])('keeps %j, which is no error', (cause) => {
  expect(loggable(cause)).toBe(cause);
});
