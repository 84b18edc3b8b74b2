import { expect, it } from 'vitest';
import { isStoredAs } from '../../../functions/create-plant/stored-item.ts';

it.each([
  ['Fern', { S: 'Fern' }],
  ['', { S: '' }],
  [20n, { N: '20' }],
  [20n, { N: '20.0' }],
  [20n, { N: '2e1' }],
  [true, { BOOL: true }],
  [false, { BOOL: false }],
  [undefined, undefined],
])('%o is stored as %j', (value, stored) => {
  expect(isStoredAs(value, stored as never)).toBe(true);
});

it.each([
  ['Fern', { S: 'Moss' }],
  ['', undefined],
  [undefined, { S: '' }],
  [true, { BOOL: false }],
  // No store sends this.
  ['Fern', null],
  // Types of another version.
  [undefined, { N: '1' }],
  [undefined, { L: [] }],
  ['undefined', { L: [] }],
  ['7', { N: '7' }],
  [7n, { S: '7' }],
  [false, { S: '' }],
])('%o is not stored as %j', (value, stored) => {
  expect(isStoredAs(value, stored as never)).toBe(false);
});
