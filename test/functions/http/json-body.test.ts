import { expect, it } from 'vitest';
import { exactBody } from '../../../functions/http/json-body.ts';

it('a body is read with the digits of each int64, and without a number that only became 0', () => {
  const event: { body?: unknown } = {};
  const internal = { text: '[9007199254740993,1e2,0.0,1.5,1e-400,"1"]' };
  exactBody().before?.({ event, internal } as never);
  expect(event.body).toEqual([9_007_199_254_740_993n, 100n, 0n, 1.5, Number.NaN, '1']);
});
