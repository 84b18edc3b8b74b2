import { describe, expect, it } from 'vitest';
import { jsonMeasure } from '../../../functions/http/json-measure.ts';

describe('jsonMeasure', () => {
  it.each([
    ['1', 1, 0],
    ['[]', 1, 1],
    [' [ \n] ', 1, 1],
    ['[1,2,[3]]', 5, 2],
    ['{"a":{"b":[[]]},"c":[]}', 5, 4],
    ['[[],[],{}]', 4, 2],
    ['[ {\t} ,\r\n[ 1 ] ]', 4, 2],
    ['"[{,\\"[{,\\\\"', 1, 0],
    ['["\\\\",["]"]]', 4, 2],
    ['{"unclosed', 2, 1],
  ])('measures %s', (text, values, depth) => {
    expect(jsonMeasure(text)).toEqual({ values, depth });
  });
});
