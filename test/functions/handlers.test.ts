import { resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { authorizer, functions, routes } from '../../functions/service.ts';
import { createToken } from '../../tools/commands/token/create-token.ts';
import { exampleJson } from '../../tools/test/setup/contract.ts';
import { type Hook, startDynamodbProxy } from '../../tools/test/setup/dynamodb-proxy.ts';
import { startDynamodb } from '../../tools/test/setup/embedded-dynamodb.ts';
import { context, createPlantEvent } from '../setup/test-events.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const logged = vi.fn();
beforeEach(() => {
  logged.mockClear();
  vi.stubEnv('PLANTS_TABLE_NAME', 'Plants');
  vi.stubEnv('TOKENS_TABLE_NAME', 'Tokens');
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
  const store = await startDynamodbProxy(hook && { hook });
  onTestFinished(store.stop);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
  return store.calls;
}

it.each([
  ['create-plant', 3, () => createPlantEvent(exampleJson(2))],
  ['authorize', 2, () => ({ identitySource: [`Bearer ${createToken()}`], headers: {} })],
])('lets the function %s send %i times if its connection breaks', async (name, times, event) => {
  const calls = await callsOfStore(({ socket }) => socket?.resetAndDestroy());
  const { handler } = await import(`../../functions/${name}/handler.ts`);
  await Promise.allSettled([handler(event(), context())]);
  expect(calls).toHaveLength(times);
});

it('wires the authorizer to the table that the environment names', async () => {
  const { handler } = await import('../../functions/authorize/handler.ts');
  const token = createToken();
  const event = { identitySource: [`Bearer ${token}`], headers: {} } as never;
  expect(await handler(event)).toEqual({ isAuthorized: false });
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ refused: 'unknown' }));
});

const names = new Set([authorizer, ...routes].map(({ functionName }) => functionName));

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
