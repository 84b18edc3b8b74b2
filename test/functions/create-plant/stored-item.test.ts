import { expect, it } from 'vitest';
import { holds } from '../../../functions/create-plant/stored-item.ts';

const stored = { id: { N: '20' }, name: { S: 'Fern' } };

/** Whether the stored plant, with these other attributes, is one with this name, of any type, and tag. */
function isSame(item: object, name: unknown, tag?: string): boolean {
  return holds({ ...stored, ...item } as never, { id: 20n, name, tag } as never);
}

it.each([
  [{ id: { N: '2e1' }, later: { S: 'x' } }, 'Fern'],
  [{ name: { S: '' } }, ''],
  [{ name: { N: '7.0' } }, 7n],
  [{ name: { BOOL: true } }, true],
  [{ name: { BOOL: false } }, false],
])('%j holds the plant %o', (item, name) => {
  expect(isSame(item, name)).toBe(true);
});

it.each([
  [{ tag: { S: '' } }, 'Fern'],
  [{ name: { BOOL: false } }, true],
  // No store sends this.
  [{ name: null }, 'Fern'],
  // Types of another version.
  [{ tag: { N: '1' } }, 'Fern'],
  [{ tag: { L: [] } }, 'Fern'],
  [{ name: { N: '7' } }, '7'],
  [{ name: { S: '7' } }, 7n],
  [{ name: { L: [] } }, 'undefined'],
  [{ name: { S: '' } }, false],
])('%j holds another plant than %o', (item, name) => {
  expect(isSame(item, name)).toBe(false);
});

it('an item without a field holds another plant than one that has it empty', () => {
  expect(isSame({}, 'Fern', '')).toBe(false);
});
