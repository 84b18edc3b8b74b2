import { expect, it, vi } from 'vitest';
import { within } from '../../../../infra/emulator/gateway/deadline.ts';

it('gives the value that comes in time', async () => {
  vi.useFakeTimers();
  expect(await within(10, Promise.resolve('value'))).toBe('value');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('gives nothing once the time is up', async () => {
  vi.useFakeTimers();
  const late = within(10, new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(9);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toBeUndefined();
  vi.useRealTimers();
});

it('hands a failure on', async () => {
  await expect(within(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
