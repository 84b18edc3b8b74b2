import { describe, expect, it } from 'vitest';
import { sizeOf } from '../../../functions/create-plant/plant.ts';

describe('sizeOf', () => {
  it.each([
    [{ id: 1n, name: '' }, 'idname'.length + 3],
    [{ id: 12n, name: '' }, 'idname'.length + 3],
    [{ id: 123n, name: '' }, 'idname'.length + 4],
    [{ id: -(2n ** 63n), name: 'Fern' }, 'idnameFern'.length + 12],
    [{ id: 1n, name: 'é蕨🌿', tag: 'a' }, 'idnametag'.length + 3 + 9 + 1],
    [{ id: 1n, isRare: false }, 'idisRare'.length + 3 + 5],
  ])('counts %o', (plant, bytes) => {
    expect(sizeOf(plant as never)).toBe(bytes);
  });
});
