import { expect, it } from 'vitest';
import { holds } from '../../../functions/create-plant/stored-item.ts';

const stored = { id: { N: '20' }, name: { S: 'Fern' } };

// A field of each type that a contract can have.
it.each([
  [20n, 'Fern', stored],
  [20n, 'Fern', { ...stored, id: { N: '2e1' }, later: { S: 'x' } }],
  [20n, 7n, { ...stored, name: { N: '7.0' } }],
  [20n, true, { ...stored, name: { BOOL: true } }],
  [20n, false, { ...stored, name: { BOOL: false } }],
  [20n, '', { ...stored, name: { S: '' } }],
])('the id %s and %o are the plant of the item %j', (id, name, item) => {
  expect(holds(item as never, { id, name } as never)).toBe(true);
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
    { id: 20n, name: '7' },
    { ...stored, name: { N: '7' } },
  ],
  [
    { id: 20n, name: 7n },
    { ...stored, name: { S: '7' } },
  ],
  [
    { id: 20n, name: 'undefined' },
    { ...stored, name: { L: [] } },
  ],
  [
    { id: 20n, name: true },
    { ...stored, name: { BOOL: false } },
  ],
  [
    { id: 20n, name: false },
    { ...stored, name: { S: '' } },
  ],
])('%o is another plant than that of the item %j', (plant, item) => {
  expect(holds(item as never, plant as never)).toBe(false);
});
