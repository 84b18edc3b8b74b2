import { describe, expect, it } from 'vitest';
import { plantAnswer } from '../../../functions/create-plant/answer.ts';
import { itemSize } from '../../../functions/create-plant/plant.ts';

describe('itemSize', () => {
  it.each([
    [{ id: 1n, name: '' }, 'idname'.length + 3],
    [{ id: 12n, name: '' }, 'idname'.length + 3],
    [{ id: 123n, name: '' }, 'idname'.length + 4],
    [{ id: -(2n ** 63n), name: 'Fern' }, 'idnameFern'.length + 12],
    [{ id: 1n, name: 'é蕨🌿', tag: 'a' }, 'idnametag'.length + 3 + 9 + 1],
    [{ n: 12.5, ok: true }, 'nok'.length + 4 + 1],
    [{ list: ['é', 1, []], map: { a: 'b' } }, 'listmap'.length + (3 + 3 + 2 + 3 + 3) + (3 + 1 + 2)],
  ])('counts %o', (plant, bytes) => {
    expect(itemSize(plant as never)).toBe(bytes);
  });
});

it('the answer has each digit of an int64, if a plant has one', () => {
  const plant = { name: 'Fern', height: 2n ** 63n - 1n };
  expect(plantAnswer(plant).body).toBe('{"name":"Fern","height":9223372036854775807}');
});
