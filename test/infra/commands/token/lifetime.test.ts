import { describe, expect, it } from 'vitest';
import { lifetimeOf, overlapOf } from '../../../../infra/commands/token/lifetime.ts';
import { UsageError } from '../../../../infra/problem.ts';

describe('overlapOf', () => {
  it.each([
    ['0s', 0],
    ['45s', 45],
    ['5m', 300],
    ['1h', 3_600],
    ['90d', 7_776_000],
    ['2w', 1_209_600],
    ['36525d', 3_155_760_000],
  ])('reads %s as %d seconds', (text, seconds) => {
    expect(overlapOf(text)).toBe(seconds);
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
    expect(() => overlapOf(text)).toThrow(
      new UsageError(
        `--overlap ${text} is no duration: write a number and one of s, m, h, d, w, up to a century, as in 90d.`,
      ),
    );
  });
});

describe('lifetimeOf', () => {
  it.each([
    [undefined, undefined],
    ['never', 'never'],
    ['12h', 43_200],
  ])('reads %j as %j', (text, lifetime) => {
    expect(lifetimeOf(text)).toBe(lifetime);
  });

  it('says that a token may also never expire', () => {
    expect(() => lifetimeOf('soon')).toThrow(', as in 90d, or never.');
  });

  it('refuses a token that expires at once', () => {
    expect(() => lifetimeOf('0d')).toThrow('A token that expires at once is of no use.');
  });
});
