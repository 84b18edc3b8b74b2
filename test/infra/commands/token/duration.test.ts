import { describe, expect, it } from 'vitest';
import { durationOf } from '../../../../infra/commands/token/duration.ts';

describe('durationOf', () => {
  it.each([
    ['0s', 0],
    ['45s', 45],
    ['5m', 300],
    ['1h', 3_600],
    ['90d', 7_776_000],
    ['2w', 1_209_600],
    ['36525d', 3_155_760_000],
  ])('reads %s as %d seconds', (text, seconds) => {
    expect(durationOf(text)).toBe(seconds);
  });

  it.each([
    '',
    '90',
    'd',
    '-1d',
    '1.5h',
    '1 d',
    '1D',
    '1y',
    '1d2h',
    'never',
    '36526d',
    `${'9'.repeat(400)}s`,
  ])('finds no duration in %j', (text) => {
    expect(durationOf(text)).toBeUndefined();
  });
});
