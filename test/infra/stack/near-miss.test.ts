import { expect, it } from 'vitest';
import { nearMiss } from '../../../infra/stack/near-miss.ts';

const names = ['throttleRate', 'throttleBurst', 'stage', 'logRetentionDays'];

it.each([
  ['throttleRate', 'throttleRate'],
  ['THROTTLERATE', 'throttleRate'],
  ['throtleRate', 'throttleRate'],
  ['throttleBrust', 'throttleBurst'],
  ['retentionDays', 'logRetentionDays'],
  ['stages', 'stage'],
  ['stack', undefined],
  ['colour', undefined],
  ['', undefined],
])('%j probably means %j', (typed, meant) => {
  expect(nearMiss(typed, names)).toBe(meant);
});
