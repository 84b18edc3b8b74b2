import { resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { authorizer, functions, type LiveName, routes, tables } from '../../functions/service.ts';
import { createToken } from '../../tools/commands/token/create-token.ts';
import { startDynamodb } from '../../tools/test/setup/embedded-dynamodb.ts';
import { type Hook, startRecordingProxy } from '../../tools/test/setup/recording-proxy.ts';
import { withoutLimits } from '../../tools/test/setup/without-limits.ts';
import { folderOf, readEvent } from '../setup/event-files.ts';
import { tableVariables } from '../setup/table-variables.ts';
import { context } from '../setup/test-events.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const logged = vi.fn();
beforeEach(() => {
  withoutLimits();
  logged.mockClear();
  for (const [name, value] of Object.entries(tableVariables)) vi.stubEnv(name, value);
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation(logged);
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Starts another store, lets the SDK find it, and returns the calls that it gets. */
async function callsOfStore(hook?: Hook) {
  const store = await startRecordingProxy(hook && { hook });
  onTestFinished(store.stop);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
  return store.calls;
}

const names = new Set([authorizer, ...routes].map(({ functionName }) => functionName));
const changing = Object.values(tables).flatMap(({ changedBy }) => Object.keys(changedBy));

/** An operation that changes what is stored must not be repeated: its first try could arrive late. */
function timesOf(name: LiveName): number {
  if (name === authorizer.functionName) return 2;
  return changing.includes(name) ? 1 : 3;
}

it.each([...names].map((name) => [name, timesOf(name)] as const))(
  '%s sends a call %i times if its connection breaks',
  async (name, times) => {
    const calls = await callsOfStore(({ socket }) => socket?.resetAndDestroy());
    const { handler } = await import(resolve(functions[name].file));
    const event = readEvent(`${folderOf(name)}/valid.json`);
    await Promise.allSettled([handler(event, context())]);
    expect(calls, 'createOperation in its handler.ts').toHaveLength(times);
  },
);

it('wires the authorizer to the table that the environment names', async () => {
  const { handler } = await import('../../functions/authorize/handler.ts');
  const token = createToken();
  const event = { identitySource: [`Bearer ${token}`], headers: {} } as never;
  expect(await handler(event)).toEqual({ isAuthorized: false });
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ refused: 'unknown' }));
});

it.each([...names])(
  '%s warms up only when called, logs nothing, and sends only a health check',
  async (name) => {
    const calls = await callsOfStore();
    const { warmUp } = await import(resolve(functions[name].file));
    expect(calls).toEqual([]);
    await warmUp();
    expect(logged).not.toHaveBeenCalled();
    expect(calls).toEqual([expect.objectContaining({ method: 'GET', path: '/' })]);
  },
);
