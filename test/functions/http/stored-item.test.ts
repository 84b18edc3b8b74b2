import { expect, it } from 'vitest';
import { hasKey, holdsBody } from '../../../functions/http/stored-item.ts';
import { itemOf } from '../../../tools/test/setup/contract.ts';

const fields = { isbn: true, size: true, title: true, parts: { name: true } } as const;
const book = { isbn: 20n, size: 20, title: 'Fern', parts: [{ name: 'leaf' }, { name: 'root' }] };
const item = itemOf(book);

it.each(['20', '20.0', '2e1'])('a number is the same, written as %s', (N) => {
  expect(holdsBody({ ...item, isbn: { N }, size: { N } }, book, fields)).toBe(true);
  expect(hasKey({ isbn: { N } }, 'isbn', 20n)).toBe(true);
});

it.each(['1e20', '100000000000000000000', '1E+20'])(
  'a large double is the same, written as %s',
  (N) => {
    const large = { size: 1e20 };
    expect(holdsBody({ size: { N } }, large, fields)).toBe(true);
  },
);

it('fields that another version of the contract added make no difference, at each depth', () => {
  const later = { S: 'x' };
  const M = { name: { S: 'leaf' }, later };
  expect(holdsBody({ later, parts: { L: [{ M }] } }, { parts: [{ name: 'leaf' }] }, fields)).toBe(
    true,
  );
});

it('an order of fields makes no difference, but that of a list does', () => {
  const reversed = Object.fromEntries(Object.entries(item).toReversed());
  expect(holdsBody(reversed, book, fields)).toBe(true);
  const parts = book.parts.toReversed();
  expect(holdsBody(itemOf({ ...book, parts }), book, fields)).toBe(false);
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
])('%j is not the text of a field', (title) => {
  expect(holdsBody({ ...item, title } as never, book, fields)).toBe(false);
});

it.each([
  [{ BOOL: true }, true],
  [{ BOOL: false }, false],
  [{ NULL: true }, null],
  [{ S: '' }, ''],
])('%j holds %j', (title, value) => {
  expect(holdsBody({ title } as never, { title: value }, fields)).toBe(true);
  for (const other of [true, false, null, '', undefined].filter((one) => one !== value)) {
    expect(holdsBody({ title } as never, { title: other }, fields)).toBe(false);
  }
});

it('an item without the key, or with another one, is not the item of the key', () => {
  const { isbn: _, ...others } = item;
  for (const wrong of [undefined, null, others, itemOf({ ...book, isbn: 21n })]) {
    expect(hasKey(wrong, 'isbn', 20n)).toBe(false);
  }
  expect(hasKey({ isbn: { S: '20' } }, 'isbn', '20')).toBe(true);
});
