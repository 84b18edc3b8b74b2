import { describe, expect, it } from 'vitest';
import { createGateway } from '../../../../infra/local/gateway/gateway.ts';
import type { GatewayRequest } from '../../../../infra/local/gateway/request.ts';
import type { Invocation } from '../../../../infra/local/lambda/invocation.ts';
import { readTemplate } from '../../../../infra/local/template/service-model.ts';
import { type SmallTemplate, smallAssets, smallTemplate } from '../small-template.ts';

const request: GatewayRequest = {
  id: 'an-id',
  method: 'POST',
  target: '/plants',
  protocol: 'HTTP/1.1',
  rawHeaders: ['Authorization', 'Bearer foo', 'Content-Type', 'text/plain'],
  body: Buffer.from('a body'),
  sourceIp: '127.0.0.1',
  port: 3000,
  receivedAt: 0,
};

function returned(value: unknown): Invocation {
  return {
    result: { kind: 'returned', payload: JSON.stringify(value) },
    cold: false,
    logs: [],
  };
}
const yes = returned({ isAuthorized: true, context: { client: 'garden' } });
const made = returned({ statusCode: 201 });

/** A gateway without a socket, in front of functions that have always the same outcome. */
function gateway(outcomes: Partial<Record<string, Invocation>> = {}, parts: SmallTemplate = {}) {
  const invoke = async (name: string) => {
    const outcome = { Authorize: yes, Create: made, ...outcomes }[name];
    return outcome ?? new Promise<never>(() => {});
  };
  const model = readTemplate(smallTemplate(parts), smallAssets);
  return createGateway(model, invoke, () => 0, { authorizerTimeout: 10 });
}
async function asked(...args: Parameters<typeof gateway>) {
  const { answer, ...result } = await gateway(...args)(request);
  return { status: answer.status, ...result };
}

describe('the gateway tells of a request', () => {
  it('all that was invoked for it, and what the authorizer said', async () => {
    const context = { client: 'garden' };
    expect(await asked()).toEqual({ status: 201, invocations: [yes, made], context });
  });

  it('no invocation for a decision that it remembers', async () => {
    const remembering = gateway();
    await remembering(request);
    expect(await remembering(request)).toMatchObject({ invocations: [made] });
  });

  it.each([
    [403, { isAuthorized: false }],
    [500, { isAuthorized: 'yes' }],
  ])('only the authorizer where that means %i', async (status, answer) => {
    const Authorize = returned(answer);
    expect(await asked({ Authorize })).toEqual({ status, invocations: [Authorize], context: null });
  });

  it('nothing where nobody was asked', async () => {
    const refusal = { invocations: [], context: null };
    const nameless = { ...request, rawHeaders: [] };
    const elsewhere = { ...request, target: '/' };
    expect(await gateway()(nameless)).toMatchObject({ answer: { status: 401 }, ...refusal });
    expect(await gateway()(elsewhere)).toMatchObject({ answer: { status: 404 }, ...refusal });
  });

  it('nothing of a function that does not end in time', async () => {
    const integration = { TimeoutInMillis: 10 };
    const context = { client: 'garden' };
    expect(await asked({ Authorize: undefined })).toMatchObject({ status: 500, invocations: [] });
    expect(await asked({ Create: undefined }, { integration })).toEqual({
      status: 503,
      invocations: [yes],
      context,
    });
  });

  it.each([
    [500, { kind: 'failed', fault: { errorType: 'Error', errorMessage: '', trace: [] } }],
    [503, { kind: 'throttled' }],
  ] as const)('that it was answered %i for a function that %o', async (status, result) => {
    const Create = { ...made, result };
    expect(await asked({ Create })).toMatchObject({ status, invocations: [yes, Create] });
  });
});

describe('the time of an event', () => {
  it.each([
    ['2024-06-17T15:52:39.999Z', '17/Jun/2024:15:52:39 +0000'],
    ...'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'
      .split(' ')
      .map((month, index) => [
        new Date(Date.UTC(2026, index, 1)).toISOString(),
        `01/${month}/2026:00:00:00 +0000`,
      ]),
  ])('%s is %s', async (iso = '', time) => {
    const model = readTemplate(smallTemplate({ routes: { 'POST /plants': {} } }), smallAssets);
    const events: string[] = [];
    const invoke = async (_: string, payload: string) => {
      events.push(payload);
      return made;
    };
    await createGateway(model, invoke)({ ...request, receivedAt: Date.parse(iso) });
    expect(JSON.parse(events[0] ?? '').requestContext).toMatchObject({
      time,
      timeEpoch: Date.parse(iso),
    });
  });
});
