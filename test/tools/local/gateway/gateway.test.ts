import { afterEach, describe, expect, it, vi } from 'vitest';
import { decisionCache } from '../../../../tools/local/gateway/authorization.ts';
import { createGateway } from '../../../../tools/local/gateway/gateway.ts';
import type { GatewayRequest } from '../../../../tools/local/gateway/request.ts';
import type { Invocation } from '../../../../tools/local/lambda/invocation.ts';
import { readTemplate } from '../../../../tools/local/template/service-model.ts';
import { type SmallTemplate, smallAssets, smallTemplate } from '../small-template.ts';

afterEach(() => void vi.useRealTimers());

type Outcome = () => Invocation | Promise<Invocation>;

interface Behaviour extends SmallTemplate {
  readonly authorize?: Outcome;
  readonly create?: Outcome;
  readonly now?: () => number;
}

function invocation(result: Invocation['result']): Invocation {
  return { result, cold: false, logs: [] };
}
function returned(value: unknown): Invocation {
  return invocation({ kind: 'returned', payload: JSON.stringify(value) });
}
const context = { client: 'garden' };
const yes = returned({ isAuthorized: true, context });
const no = returned({ isAuthorized: false });
const created = returned({ statusCode: 201 });
const fault = { errorType: 'Error', errorMessage: 'Unauthorized', trace: [] };
const failed = invocation({ kind: 'failed', fault });
function never() {
  return new Promise<never>(() => {});
}

function bearer(token: string) {
  return { rawHeaders: ['Authorization', `Bearer ${token}`] };
}

/** A gateway without a socket, in front of functions with known outcomes. */
function gateway(behaviour: Behaviour = {}) {
  const { authorize = () => yes, create = () => created, now = () => 0, ...parts } = behaviour;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read any field of an event.
  const events: Record<'Authorize' | 'Create', any[]> = { Authorize: [], Create: [] };
  const invoke = async (name: string, payload: string) => {
    events[name as 'Create'].push(JSON.parse(payload));
    return name === 'Create' ? create() : authorize();
  };
  const model = readTemplate(smallTemplate(parts), smallAssets);
  const { handle, resetAuthorizersCache: reset } = createGateway(model, invoke, now);
  const send = async (changes: Partial<GatewayRequest> = {}) => {
    const { answer, ...result } = await handle({
      id: 'an-id',
      method: 'POST',
      target: '/plants',
      protocol: 'HTTP/1.1',
      body: Buffer.from('a body'),
      sourceIp: '127.0.0.1',
      port: 3000,
      receivedAt: 0,
      ...bearer('foo'),
      ...changes,
    });
    return { status: answer.status, body: answer.body, ...result };
  };
  const statuses = async (requests: readonly Partial<GatewayRequest>[]) => {
    const found = [];
    for (const request of requests) found.push((await send(request)).status);
    return found;
  };
  return { events, send, statuses, reset };
}

it('passes an admitted request on, with the context, and returns everything behind the answer', async () => {
  const { events, send } = gateway();
  expect(await send()).toEqual({ status: 201, body: '', invocations: [yes, created], context });
  expect(events.Create[0].requestContext.authorizer).toEqual({ lambda: context });
  expect(await send()).toMatchObject({ invocations: [created], context });
  expect(events.Create[1].requestContext.authorizer).toEqual({ lambda: context });
});

const internal = 'Internal Server Error';
it.each<[string, Behaviour, Partial<GatewayRequest>, number, string, Invocation[]]>([
  ['a missing identity', {}, { rawHeaders: [] }, 401, 'Unauthorized', []],
  ['an empty identity', {}, { rawHeaders: ['Authorization', ''] }, 401, 'Unauthorized', []],
  ['another path', {}, { target: '/plants/' }, 404, 'Not Found', []],
  ['another method', {}, { method: 'HEAD' }, 404, 'Not Found', []],
  ['a deny', { authorize: () => no }, {}, 403, 'Forbidden', [no]],
  ['an authorizer that fails', { authorize: () => failed }, {}, 500, internal, [failed]],
  ['a function that fails', { create: () => failed }, {}, 500, internal, [yes, failed]],
])('answers %s itself', async (_, behaviour, request, status, message, invocations) => {
  const { events, send } = gateway(behaviour);
  const { context: _context, ...answer } = await send(request);
  expect(answer).toEqual({ status, body: JSON.stringify({ message }), invocations });
  expect(events.Authorize).toHaveLength(invocations.length > 0 ? 1 : 0);
  expect(events.Create).toHaveLength(invocations.length > 1 ? 1 : 0);
});

it.each<[string, Behaviour, number, object]>([
  ['an authorizer', { authorize: never }, 10_000, { status: 500, invocations: [], context: null }],
  ['a function', { create: never }, 30_000, { status: 503, invocations: [yes], context }],
  [
    'a function with a time limit of its own',
    { create: never, integration: { TimeoutInMillis: 50 } },
    50,
    { status: 503, body: '{"message":"Service Unavailable"}' },
  ],
])('waits for %s, but not longer than its limit', async (_, behaviour, milliseconds, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onAnswer = vi.fn();
  void gateway(behaviour).send().then(onAnswer);
  await vi.advanceTimersByTimeAsync(milliseconds - 1);
  expect(onAnswer).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onAnswer).toHaveBeenCalledWith(expect.objectContaining(answer));
});

describe('the throttle', () => {
  const stage = { DefaultRouteSettings: { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 2 } };

  it('answers 429 after the burst, for each route separately', async () => {
    const { send, statuses } = gateway({
      stage,
      routes: { 'POST /plants': {}, 'GET /plants': {} },
    });
    expect(await statuses([{}, {}, {}])).toEqual([201, 201, 429]);
    expect((await send()).body).toBe('{"message":"Too Many Requests"}');
    expect(await statuses(Array(3).fill({ method: 'GET' }))).toEqual([201, 201, 429]);
  });

  it('also counts requests that the authorizer refuses', async () => {
    const { events, statuses } = gateway({ stage, authorize: () => no });
    expect(await statuses([{ rawHeaders: [] }, {}, bearer('another')])).toEqual([401, 403, 429]);
    expect(events.Authorize).toHaveLength(1);
  });
});

describe('a decision', () => {
  it.each<[unknown, number, unknown]>([
    [{ isAuthorized: true }, 201, null],
    [{ isAuthorized: true, context: null }, 201, null],
    [{ isAuthorized: true, context: { a: 1 } }, 201, { a: 1 }],
    [{ isAuthorized: false, context: { a: 1 } }, 403, null],
    [null, 500, null],
    [{ isAuthorized: 'true' }, 500, null],
    [{ isAuthorized: true, context: 'x' }, 500, null],
  ])('is read from %j: %i', async (result, status, context) => {
    const { send } = gateway({ authorize: () => returned(result) });
    expect(await send()).toMatchObject({ status, context });
  });

  it.each([
    ['an allow', yes, {}, ['a', 'a', 'b', 'a', 'A'], ['a', 'b', 'A']],
    ['a deny', no, {}, ['a', 'a'], ['a']],
    ['no error', failed, {}, ['a', 'a'], ['a', 'a']],
    ['nothing for 0 seconds', yes, { AuthorizerResultTtlInSeconds: 0 }, ['a', 'a'], ['a', 'a']],
  ])('is kept for its identity: %s', async (_, answer, authorizer, tokens, invoked) => {
    const { events, statuses } = gateway({ authorize: () => answer, authorizer });
    await statuses(tokens.map(bearer));
    expect(events.Authorize.map(({ identitySource: [identity] }) => identity)).toEqual(
      invoked.map((token) => `Bearer ${token}`),
    );
  });

  it('is not kept after a reset, also if its call began before', async () => {
    const decision = Promise.withResolvers<Invocation>();
    const { events, reset, send } = gateway({ authorize: () => decision.promise });
    const first = send();
    reset();
    decision.resolve(yes);
    await first;
    await send();
    expect(events.Authorize).toHaveLength(2);
    reset();
    await send();
    expect(events.Authorize).toHaveLength(3);
  });

  const allow = { kind: 'allow', context: null } as const;

  it('is kept for its seconds, and not a moment longer', () => {
    let time = 1_000;
    const cache = decisionCache(2, () => time);
    cache.set('a', allow);
    const found = [1_000, 2_999, 3_000].map((next) => {
      time = next;
      return cache.get('a');
    });
    expect(found).toEqual([allow, allow, undefined]);
  });
});
