import { expect, it } from 'vitest';
import { loggable } from '../../../functions/shared/loggable.ts';

it.each([
  ['one\ntwo', ['one', 'two']],
  [undefined, ['']],
])('keeps only the name, message, stack and cause of an error: %j', (given, stack) => {
  const error = Object.assign(new RangeError('far'), { stack: given, body: 'secret' });
  expect(loggable(error)).toEqual({ name: 'RangeError', message: 'far', stack });
});

it('quotes no text that is not JSON', () => {
  const parse = () => JSON.parse('secret');
  expect(parse).toThrow('secret');
  try {
    parse();
  } catch (error) {
    expect(loggable(error)).toEqual({ name: 'SyntaxError' });
  }
});

it('names the cause of an error, but no cause that is not an error', () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', body: 'secret' });
  const named = { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' };
  expect(loggable(new TypeError('fetch failed', { cause: reset }))).toMatchObject({ cause: named });
  expect(loggable(new Error('', { cause: 'secret' }))).toMatchObject({ cause: undefined });
});

it.each(['text', null])('keeps %j, which is not an error', (cause) => {
  expect(loggable(cause)).toBe(cause);
});
