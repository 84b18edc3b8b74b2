import { expect, it } from 'vitest';
import { plantAnswer } from '../../../functions/create-plant/answer.ts';

it('the answer has each digit of an int64, if a plant has one', () => {
  const plant = { name: 'Fern', height: 2n ** 63n - 1n };
  expect(plantAnswer(plant as never).body).toBe('{"name":"Fern","height":9223372036854775807}');
});
