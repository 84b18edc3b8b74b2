import { describe, expect, it } from 'vitest';
import { sizeOf } from '../../../functions/http/item-size.ts';

describe('sizeOf', () => {
  it.each([
    [{ id: 1n, name: '' }, 'idname'.length + 2],
    [{ id: 12n, name: '' }, 'idname'.length + 2],
    [{ id: -123n, name: '' }, 'idname'.length + 4],
    [{ id: -(2n ** 63n), name: 'Fern' }, 'idnameFern'.length + 12],
    [{ id: 1n, name: 'é蕨🌿', tag: 'a' }, 'idnametag'.length + 2 + 9 + 1],
    [{ id: 1n, isRare: false }, 'idisRare'.length + 2 + 1],
    // A list or an object takes 3 bytes, and 1 for each entry.
    [{ parts: ['a', null, 0.25] }, 'parts'.length + 3 + (1 + 1) + (1 + 1) + (1 + 4)],
    [{ place: { city: 'Ulm', map: {} } }, 'place'.length + 3 + (1 + 4 + 3) + (1 + 3 + 3)],
  ])('counts %o', (item, bytes) => {
    expect(sizeOf(item)).toBe(bytes);
  });
});
