import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { generateToken } from '../../functions/authorize/token.ts';
import { startDynamodbProxy } from '../dynamodb-proxy.ts';
import { startDynamodb } from '../embedded-dynamodb.ts';
import { context, createPlantEvent } from '../events.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it('wires the create function to the table that the environment names', async () => {
  vi.stubEnv('PLANTS_TABLE_NAME', 'Plants');
  const { handler } = await import('../../functions/create-plant/handler.ts');
  const answer = await handler(createPlantEvent('{"id":1,"name":"Fern"}'), context());
  expect(answer).toMatchObject({ statusCode: 200, body: '{"name":"Fern"}' });
});

it.each([
  ['create-plant', 3, () => createPlantEvent('{"id":2,"name":"Fern"}')],
  ['authorize', 2, () => ({ identitySource: [`Bearer ${generateToken()}`], headers: {} })],
])('lets the function %s try %i times when the store fails', async (name, attempts, event) => {
  const store = await startDynamodbProxy({ hook: (response) => response.writeHead(500).end() });
  onTestFinished(store.stop);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
  vi.stubEnv('PLANTS_TABLE_NAME', 'Plants');
  vi.stubEnv('TOKENS_TABLE_NAME', 'Tokens');
  for (const level of ['warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation(() => {});
  }
  const { handler } = await import(`../../functions/${name}/handler.ts`);
  await Promise.allSettled([handler(event(), context())]);
  expect(store.calls).toHaveLength(attempts);
});

it('wires the authorizer to the table that the environment names', async () => {
  vi.stubEnv('TOKENS_TABLE_NAME', 'Tokens');
  const { handler } = await import('../../functions/authorize/handler.ts');
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const token = generateToken();
  const event = { identitySource: [`Bearer ${token}`], headers: {} } as never;
  expect(await handler(event)).toEqual({ isAuthorized: false });
  expect(info).toHaveBeenCalledWith(expect.objectContaining({ refused: 'unknown' }));
});

it.each(['create-plant', 'authorize'])(
  '%s warms up only when called, logs nothing, and sends only a health check',
  async (folder) => {
    const store = await startDynamodbProxy();
    onTestFinished(store.stop);
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
    vi.stubEnv('PLANTS_TABLE_NAME', 'Plants');
    vi.stubEnv('TOKENS_TABLE_NAME', 'Tokens');
    const said = vi.fn();
    for (const level of ['info', 'warn', 'error'] as const) {
      vi.spyOn(console, level).mockImplementation(said);
    }
    const { warmUp } = await import(`../../functions/${folder}/handler.ts`);
    expect(store.calls).toEqual([]);
    await warmUp();
    expect(store.calls).toEqual([expect.objectContaining({ method: 'GET', path: '/' })]);
    expect(said).not.toHaveBeenCalled();
  },
);
