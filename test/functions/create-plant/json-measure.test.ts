import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonMeasure } from '../../../functions/create-plant/json-measure.ts';
import { property } from '../../setup/property.ts';

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

  property(
    'the measure of a JSON text counts as many values and levels as a parser finds, however spaced',
    fc.tuple(fc.jsonValue({ maxDepth: 6 }), fc.nat(2)),
    ([value, spaces]) => {
      const measured = jsonMeasure(JSON.stringify(value, undefined, spaces));
      expect(measured).toEqual({ values: count(value), depth: depth(value) });
    },
  );
});

function children(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function count(value: unknown): number {
  return children(value).reduce((sum: number, child) => sum + count(child), 1);
}

function depth(value: unknown): number {
  return typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...children(value).map(depth))
    : 0;
}
