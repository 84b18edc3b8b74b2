import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { int64 } from '../../../functions/http/int64.ts';
import { property } from '../../setup/property.ts';

describe('int64', () => {
  it.each([
    ['0', 0n],
    ['-0', 0n],
    ['0e999999999', 0n],
    ['1e3', 1000n],
    ['1E+3', 1000n],
    ['12.50e1', 125n],
    ['0.00000000001e11', 1n],
    ['9223372036854775807', 9223372036854775807n],
    ['9.223372036854775807e18', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
  ])('reads %s', (source, value) => {
    expect(int64(source)).toBe(value);
  });

  it.each([
    '9223372036854775808',
    '-9223372036854775809',
    '1e19',
    '1.5',
    '1e-1',
    '1e999999999',
    '1e-999999999',
    `1e${'9'.repeat(400)}`,
    // These are not numbers of JSON.
    ...['', 'one', ' 1', '1 ', '+1', '.5', '1.', '1e', 'x1', '1x', '0x1', 'Infinity'],
  ])('refuses %j', (source) => {
    expect(int64(source)).toBeUndefined();
  });

  property(
    'every int64 is read back from its digits, however it is written',
    fc.tuple(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.nat(30)),
    ([value, zeros]) => {
      expect(int64(`${value}`)).toBe(value);
      expect(int64(`${value}.${'0'.repeat(zeros)}0`)).toBe(value);
      expect(int64(`${value}${'0'.repeat(zeros)}e-${zeros}`)).toBe(value);
    },
  );
});
