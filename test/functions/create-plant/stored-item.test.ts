import { expect, it } from 'vitest';
import { hasKeyOf, holds } from '../../../functions/create-plant/stored-item.ts';
import { itemOf, key, plant, textField } from '../../setup/plants.ts';

const one = plant(20);
const item = itemOf(one);

it.each(['20', '20.0', '2e1'])('a number is the same, written as %s', (N) => {
  if (item[key]?.N === undefined) return;
  expect(holds({ ...item, [key]: { N } }, one)).toBe(true);
  expect(hasKeyOf(one, { ...item, [key]: { N } })).toBe(true);
});

// Another version of the contract can have stored them.
it.each([
  [{ S: 'Moss' }],
  [{ N: '1' }],
  [{ N: '1.5' }],
  [{ BOOL: true }],
  [{ NULL: true }],
  [{ SS: ['Fern'] }],
  [{ L: [{ S: 'Fern' }] }],
  [{ M: { name: { S: 'Fern' } } }],
  // No store sends this.
  [null],
  [undefined],
])('%j is not the text of a plant', (stored) => {
  const { [textField]: _, ...others } = item;
  const held = stored === undefined ? others : { ...others, [textField]: stored as never };
  expect(holds(held, one)).toBe(false);
});

it('a list is compared in its order', () => {
  const listed = { ...one, [textField]: ['Fern', 'Moss'] } as never;
  expect(holds(itemOf(listed), listed)).toBe(true);
  expect(holds(itemOf({ ...one, [textField]: ['Moss', 'Fern'] }), listed)).toBe(false);
});

it('an item without the key, or with another one, is not of this plant', () => {
  const { [key]: _, ...others } = item;
  for (const wrong of [undefined, null, others, itemOf(plant(21))]) {
    expect(hasKeyOf(one, wrong)).toBe(false);
  }
});
