import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testGateway } from './test-gateway.ts';

function bearer(token: string) {
  return ['Authorization', `Bearer ${token}`];
}
function message(text: string) {
  return JSON.stringify({ message: text });
}

describe('the event of an authorizer', () => {
  it('has the keys of the captured one, at each level', async () => {
    const gateway = await testGateway();
    await gateway.send({ body: '{}' });
    const [event = {}] = gateway.events.Authorize;
    expect(Object.keys(event).sort()).toEqual([
      'headers',
      'identitySource',
      'rawPath',
      'rawQueryString',
      'requestContext',
      'routeArn',
      'routeKey',
      'type',
      'version',
    ]);
    expect(Object.keys(event['requestContext']).sort()).toEqual([
      'accountId',
      'apiId',
      'domainName',
      'domainPrefix',
      'http',
      'requestId',
      'routeKey',
      'stage',
      'time',
      'timeEpoch',
    ]);
  });

  it('says what it is about', async () => {
    const gateway = await testGateway();
    await gateway.send({ headers: bearer('foo') });
    expect(gateway.events.Authorize[0]).toMatchObject({
      version: '2.0',
      type: 'REQUEST',
      routeArn: expect.stringMatching(
        /^arn:aws:execute-api:[\w-]+:\d{12}:[a-z0-9]{10}\/\$default\/POST\/plants$/,
      ),
      identitySource: ['Bearer foo'],
      headers: { authorization: 'Bearer foo' },
    });
  });

  it('carries the request id that the function and the client get', async () => {
    const gateway = await testGateway();
    const { headers } = await gateway.send();
    const ids = [...gateway.events.Authorize, ...gateway.events.Create].map(
      ({ requestContext }) => requestContext.requestId,
    );
    expect(ids).toEqual([headers['apigw-requestid'], headers['apigw-requestid']]);
  });
});

describe('the identity source', () => {
  it.each([
    ['missing', []],
    ['empty', ['Authorization', '']],
  ])('%s is 401, and nobody is asked', async (_, headers) => {
    const gateway = await testGateway();
    const { status, text } = await gateway.send({ headers });
    expect({ status, text }).toEqual({ status: 401, text: message('Unauthorized') });
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
  });

  it('is any scheme, since judging it is for the authorizer', async () => {
    const gateway = await testGateway();
    expect(await gateway.send({ headers: ['authorization', 'x'] })).toMatchObject({ status: 200 });
  });
});

describe('the decision', () => {
  it('hands its context to the function', async () => {
    const context = { client: 'garden', token: 'abcd' };
    const gateway = await testGateway({ authorize: () => ({ isAuthorized: true, context }) });
    await gateway.send();
    expect(gateway.events.Create[0]?.['requestContext'].authorizer).toEqual({ lambda: context });
  });

  it('without a context is lambda: null', async () => {
    const gateway = await testGateway();
    await gateway.send();
    expect(gateway.events.Create[0]?.['requestContext'].authorizer).toEqual({ lambda: null });
  });

  it('to deny is 403, and the function is not invoked', async () => {
    const gateway = await testGateway({ authorize: () => ({ isAuthorized: false }) });
    const { status, text } = await gateway.send();
    expect({ status, text }).toEqual({ status: 403, text: message('Forbidden') });
    expect(gateway.events.Create).toEqual([]);
  });

  it.each([
    ['a policy', { principalId: 'user', policyDocument: {} }],
    ['isAuthorized as text', { isAuthorized: 'true' }],
    ['isAuthorized as a number', { isAuthorized: 1 }],
    ['nothing', undefined],
    ['an array', [true]],
    ['true', true],
  ])('that is %s is 500', async (_, value) => {
    const gateway = await testGateway({ authorize: () => value });
    const { status, text } = await gateway.send();
    expect({ status, text }).toEqual({ status: 500, text: message('Internal Server Error') });
    expect(gateway.events.Create).toEqual([]);
  });

  it('? with a context that is no object is 500', async () => {
    const gateway = await testGateway({ authorize: () => ({ isAuthorized: true, context: 'x' }) });
    expect(await gateway.send()).toMatchObject({ status: 500 });
  });

  it.each(['the store is down', 'Unauthorized'])('that throws "%s" is 500', async (text) => {
    const authorize = () => Promise.reject(new Error(text));
    const gateway = await testGateway({ authorize });
    expect(await gateway.send()).toMatchObject({
      status: 500,
      text: message('Internal Server Error'),
    });
  });

  it('that does not come in time is 500', async () => {
    const authorize = () => delay(5_000, { isAuthorized: true }, { ref: false });
    const gateway = await testGateway({ authorize, limits: { authorizerTimeout: 20 } });
    expect(await gateway.send()).toMatchObject({ status: 500 });
  });
});

describe('the cache of decisions', () => {
  const asked = async (settings: Parameters<typeof testGateway>[0], tokens: string[]) => {
    const gateway = await testGateway(settings);
    for (const token of tokens) await gateway.send({ headers: bearer(token) });
    return gateway.events.Authorize.map(({ identitySource }) => identitySource[0].slice(7));
  };

  it('holds allows', async () => {
    expect(await asked({}, ['a', 'a', 'a'])).toEqual(['a']);
  });

  it('holds denies', async () => {
    const authorize = () => ({ isAuthorized: false });
    expect(await asked({ authorize }, ['a', 'a', 'a'])).toEqual(['a']);
  });

  it('is keyed by the identity source as it was sent', async () => {
    expect(await asked({}, ['a', 'b', 'a', 'A'])).toEqual(['a', 'b', 'A']);
  });

  it('? does not hold errors', async () => {
    let down = true;
    const authorize = () => {
      if (down) throw new Error('The store is down');
      return { isAuthorized: true };
    };
    const gateway = await testGateway({ authorize });
    expect(await gateway.send()).toMatchObject({ status: 500 });
    down = false;
    expect(await gateway.send()).toMatchObject({ status: 200 });
  });

  it('hands on the cached context', async () => {
    const authorize = () => ({ isAuthorized: true, context: { client: 'garden' } });
    const gateway = await testGateway({ authorize });
    await gateway.send();
    await gateway.send();
    expect(gateway.events.Create.map((event) => event['requestContext'].authorizer)).toEqual([
      { lambda: { client: 'garden' } },
      { lambda: { client: 'garden' } },
    ]);
  });

  it('forgets after the time to live of the template', async () => {
    let time = 0;
    const gateway = await testGateway({
      authorizer: { AuthorizerResultTtlInSeconds: 60 },
      now: () => time,
    });
    for (time of [0, 59_999, 60_000]) await gateway.send();
    expect(gateway.events.Authorize).toHaveLength(2);
  });

  it('is empty after a reset', async () => {
    const gateway = await testGateway();
    await gateway.send();
    gateway.resetAuthorizersCache();
    await gateway.send();
    expect(gateway.events.Authorize).toHaveLength(2);
  });

  it('does not take in a decision that was on its way during a reset', async () => {
    const asked = Promise.withResolvers<void>();
    const decision = Promise.withResolvers<object>();
    const authorize = () => {
      asked.resolve();
      return decision.promise;
    };
    const gateway = await testGateway({ authorize });
    const first = gateway.send();
    await asked.promise;
    gateway.resetAuthorizersCache();
    decision.resolve({ isAuthorized: true });
    await first;
    await gateway.send();
    expect(gateway.events.Authorize).toHaveLength(2);
  });

  it('is off with a time to live of 0', async () => {
    const authorizer = { AuthorizerResultTtlInSeconds: 0 };
    expect(await asked({ authorizer }, ['a', 'a'])).toEqual(['a', 'a']);
  });

  it('has bounds: the oldest goes', async () => {
    const limits = { cacheEntries: 2 };
    expect(await asked({ limits }, ['a', 'b', 'c', 'c', 'a'])).toEqual(['a', 'b', 'c', 'a']);
  });
});
