import { expect, it } from 'vitest';
import { jsonAnswer } from '../../../functions/http/answer.ts';

it('the answer has each digit of an int64, wherever it stands', () => {
  const plant = { name: 'Fern', sizes: [2n ** 63n - 1n] };
  expect(jsonAnswer(200, plant).body).toBe('{"name":"Fern","sizes":[9223372036854775807]}');
});
