import { expect, it } from 'vitest';
import { picked } from '../../../functions/http/picked.ts';

const fields = { size: true, parts: { name: true, place: { city: true } } } as const;

it.each([
  [{ later: 1, size: 7n }, { size: 7n }],
  [
    { size: null, parts: null },
    { size: null, parts: null },
  ],
  [{ size: undefined }, {}],
  [
    {
      parts: [
        { name: 'a', later: 1 },
        [{ name: 'b', later: 1 }],
        { place: { city: 'c', later: 1 } },
      ],
    },
    { parts: [{ name: 'a' }, [{ name: 'b' }], { place: { city: 'c' } }] },
  ],
  // A field that another version of the contract had with another type.
  [{ parts: 'text' }, { parts: 'text' }],
  [{ size: { any: 1 } }, { size: { any: 1 } }],
])('of %o, %o are known', (value, known) => {
  expect(picked(value, fields)).toStrictEqual(known);
});

it('the fields are in the order of the contract', () => {
  expect(JSON.stringify(picked({ parts: 1, size: 2 }, fields))).toBe('{"size":2,"parts":1}');
});
