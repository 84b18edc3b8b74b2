import { expect, it } from 'vitest';
import { holds } from '../../../functions/create-plant/stored-item.ts';

const stored = { id: { N: '20' }, name: { S: 'Fern' } };

it.each([
  [{ id: 20n, name: 'Fern' }, stored],
  [
    { id: 20n, name: 'Fern' },
    { ...stored, id: { N: '2e1' }, later: { S: 'x' } },
  ],
  [
    { id: 20n, name: 12.5 },
    { ...stored, name: { N: '125E-1' } },
  ],
  [
    { id: 20n, name: true },
    { ...stored, name: { BOOL: true } },
  ],
  [
    { id: 20n, name: ['a', 1] },
    { ...stored, name: { L: [{ S: 'a' }, { N: '1.0' }] } },
  ],
  [
    { id: 20n, name: { a: '' } },
    { ...stored, name: { M: { a: { S: '' } } } },
  ],
  [
    { id: 20n, name: {} },
    { ...stored, name: { M: {} } },
  ],
])('%o is the plant of the item %j', (plant, item) => {
  expect(holds(item as never, plant as never)).toBe(true);
});

it.each([
  [{ id: 20n, name: 'Fern', tag: '' }, stored],
  [
    { id: 20n, name: 'Fern' },
    { ...stored, tag: { S: '' } },
  ],
  // No store sends this.
  [
    { id: 20n, name: 'Fern' },
    { ...stored, name: null },
  ],
  // A type of another version.
  [
    { id: 20n, name: 'Fern' },
    { ...stored, tag: { N: '1' } },
  ],
  [
    { id: 20n, name: '12.5' },
    { ...stored, name: { N: '12.5' } },
  ],
  [
    { id: 20n, name: 12.5 },
    { ...stored, name: { S: '12.5' } },
  ],
  [
    { id: 20n, name: true },
    { ...stored, name: { BOOL: false } },
  ],
  [
    { id: 20n, name: ['a'] },
    { ...stored, name: { L: [{ S: 'a' }, { S: 'b' }] } },
  ],
  [
    { id: 20n, name: ['a', 'b'] },
    { ...stored, name: { L: [{ S: 'a' }] } },
  ],
  [
    { id: 20n, name: ['a'] },
    { ...stored, name: { L: [{ S: 'b' }] } },
  ],
  [
    { id: 20n, name: ['a'] },
    { ...stored, name: { S: 'a' } },
  ],
  [
    { id: 20n, name: { a: '' } },
    { ...stored, name: { M: {} } },
  ],
  [
    { id: 20n, name: {} },
    { ...stored, name: { M: { a: { S: '' } } } },
  ],
  [
    { id: 20n, name: {} },
    { ...stored, name: { S: '' } },
  ],
  [
    { id: 20n, name: ['a', 'b'] },
    { ...stored, name: { L: [{ S: 'a' }, { S: 'c' }] } },
  ],
])('%o is another plant than that of the item %j', (plant, item) => {
  expect(holds(item as never, plant as never)).toBe(false);
});
