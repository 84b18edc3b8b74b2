import inspector from 'node:inspector';
import { setImmediate as queuedWork } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { functions } from '../../../functions/service.ts';
import { type Handler, invokeOf } from '../../../tools/local/functions.ts';

/** Functions that wait until the test ends their calls. */
function heldFunctions() {
  const calls: { input: unknown; left: number; end: (result: unknown) => void }[] = [];
  const handler: Handler = (input, context) => {
    const { promise, resolve: end } = Promise.withResolvers();
    calls.push({ input, left: context.getRemainingTimeInMillis(), end });
    return promise;
  };
  return { calls, invoke: invokeOf({ CreatePlant: handler, Authorize: handler, Probe: handler }) };
}

function withDebugger(url: string | undefined): void {
  const spy = vi.spyOn(inspector, 'url').mockReturnValue(url);
  onTestFinished(() => spy.mockRestore());
}

function withFakeTimers(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

it.each([
  ['two calls', undefined, 2],
  ['one call, with a debugger,', 'ws://127.0.0.1:9229', 1],
])('lets %s run at once, and the others in their order', async (_, url, places) => {
  withDebugger(url);
  const { calls, invoke } = heldFunctions();
  const inputs = [1, 2, 3, 4, 5, 6].map((number) => ({ number }));
  const results = inputs.map((input) => invoke('CreatePlant', input));
  for (const index of inputs.keys()) {
    await queuedWork();
    expect(calls.map(({ input }) => input)).toEqual(inputs.slice(0, index + places));
    calls[index]?.end(index);
  }
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4, 5]);
});

it('ends a call at the limit of its function, and the next one begins with all its time', async () => {
  withFakeTimers();
  const { calls, invoke } = heldFunctions();
  const limit = functions.CreatePlant.timeoutSeconds * 1_000;
  const ended = vi.fn();
  for (let count = 0; count < 2; count += 1) invoke('CreatePlant', {}).catch(ended);
  const next = invoke('Authorize', {});
  await vi.advanceTimersByTimeAsync(limit - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledTimes(2);
  expect(calls.at(-1)?.left).toBe(functions.Authorize.timeoutSeconds * 1_000);
  calls.at(-1)?.end('decided');
  expect(await next).toBe('decided');
});

it('ends no call while a debugger can hold it', async () => {
  withFakeTimers();
  withDebugger('ws://127.0.0.1:9229');
  const { calls, invoke } = heldFunctions();
  const result = invoke('CreatePlant', {});
  await vi.advanceTimersByTimeAsync(3_600_000);
  calls[0]?.end('created');
  expect(await result).toBe('created');
});
