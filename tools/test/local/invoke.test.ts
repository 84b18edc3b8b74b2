import inspector from 'node:inspector';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { functions, routes } from '../../../functions/service.ts';
import { createInvoke, type Handler } from '../../local/invoke.ts';

const [{ functionName: operation }] = routes;

const debuggerUrl = vi.spyOn(inspector, 'url').mockReturnValue(undefined);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  debuggerUrl.mockReset();
});

/** Functions whose calls end when the test says so. */
function heldFunctions() {
  const calls: { input: unknown; timeLeft: number; end: (result: unknown) => void }[] = [];
  const held: Handler = (input, { getRemainingTimeInMillis }) => {
    const { promise, resolve: end } = Promise.withResolvers();
    calls.push({ input, timeLeft: getRemainingTimeInMillis(), end });
    return promise;
  };
  const all = Object.keys(functions).map((name) => [name, held]);
  return { calls, invoke: createInvoke(Object.fromEntries(all)) };
}

it.each([
  ['two calls', undefined, 2],
  ['one call, with a debugger,', 'ws://127.0.0.1:9229', 1],
])(
  'lets %s run at once, the others in their order, and returns each result',
  async (_, url, places) => {
    debuggerUrl.mockReturnValue(url);
    const { calls, invoke } = heldFunctions();
    const inputs = [1, 2, 3, 4].map((number) => ({ number }));
    const results = inputs.map((input) => invoke(operation, input));
    for (const index of inputs.keys()) {
      // More than a limit: with a debugger, nothing times out.
      await vi.advanceTimersByTimeAsync(url === undefined ? 1 : 3_600_000);
      expect(calls.map(({ input }) => input)).toEqual(inputs.slice(0, index + places));
      calls[index]?.end(index);
    }
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
  },
);

it('ends a call at the limit of its function, and the next one begins with all its time', async () => {
  const { calls, invoke } = heldFunctions();
  const ended = vi.fn();
  for (const input of [{}, {}]) invoke(operation, input).catch(ended);
  const next = invoke('Authorize', {});
  await vi.advanceTimersByTimeAsync(functions[operation].timeoutSeconds * 1_000 - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledTimes(2);
  expect(calls[2]?.timeLeft).toBe(functions.Authorize.timeoutSeconds * 1_000);
  calls[2]?.end('decided');
  expect(await next).toBe('decided');
});

it('passes an event and what a function returns as JSON', async () => {
  const { calls, invoke } = heldFunctions();
  const values = { time: new Date(0), nothing: undefined, list: [undefined] };
  const asJson = { time: '1970-01-01T00:00:00.000Z', list: [null] };
  const answer = invoke(operation, values);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls[0]?.input).toStrictEqual(asJson);
  calls[0]?.end({ headers: values });
  expect(await answer).toStrictEqual({ headers: asJson });
});
