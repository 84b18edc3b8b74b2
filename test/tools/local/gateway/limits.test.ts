import { describe, expect, it, vi } from 'vitest';
import { beforeTimeout, tokenBucket } from '../../../../tools/local/gateway/limits.ts';

it('a promise in time leaves no timer, and a failure is passed on', async () => {
  vi.useFakeTimers();
  expect(await beforeTimeout(10, Promise.resolve('value'))).toBe('value');
  await expect(beforeTimeout(10, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('a token bucket', () => {
  function admitted(times: readonly number[]) {
    let time = 0;
    const admit = tokenBucket({ rate: 10, burst: 2 }, () => time);
    return times.map((next) => {
      time = next;
      return admit();
    });
  }

  it.each([
    ['admits a burst and no more', [0, 0, 0], [true, true, false]],
    [
      'earns a token in its time, not before',
      [0, 0, 99, 100, 101],
      [true, true, false, true, false],
    ],
    ['earns parts of a token', [0, 0, 50, 100], [true, true, false, true]],
    ['saves no more than a burst', [9_999, 9_999, 9_999], [true, true, false]],
  ])('%s', (_, times, answers) => {
    expect(admitted(times)).toEqual(answers);
  });
});
