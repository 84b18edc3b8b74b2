import { expect, it } from 'vitest';
import { hasKeyOf, holds } from '../../../functions/create-plant/stored-item.ts';
import { itemOf, key } from '../../../tools/test/setup/contract.ts';
import { example } from '../../examples.ts';

const one = example(20);
const item = itemOf(one);
const [field = 'none'] = Object.keys(one).filter((name) => name !== key);

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
])('%j is not what the plant has in a field', (stored) => {
  const { [field]: _, ...others } = item;
  const held = stored === undefined ? others : { ...others, [field]: stored as never };
  expect(holds(held, one)).toBe(false);
});

it('a list is compared in its order', () => {
  const listed = { ...one, [field]: ['Fern', 'Moss'] } as never;
  expect(holds(itemOf(listed), listed)).toBe(true);
  expect(holds(itemOf({ ...one, [field]: ['Moss', 'Fern'] }), listed)).toBe(false);
});

it('an item without the key, or with another one, is not of this plant', () => {
  const { [key]: _, ...others } = item;
  for (const wrong of [undefined, null, others, itemOf(example(21))]) {
    expect(hasKeyOf(one, wrong)).toBe(false);
  }
});
