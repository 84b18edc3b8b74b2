import { expect, it } from 'vitest';
import { reasonOf, routeTo } from '../../../functions/probe/send-request.ts';

it('does not start if no route leads to what it calls', () => {
  expect(() => routeTo('Authorize')).toThrow('Authorize');
});

it.each([
  [new TypeError('fetch failed', { cause: new Error('far') }), 'Error: far'],
  [new RangeError('near'), 'RangeError: near'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'AggregateError: ECONNREFUSED'],
])('says why there is no answer: %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
