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
    expect(Object.keys(event).sort()).toEqual(
      'headers identitySource rawPath rawQueryString requestContext routeArn routeKey type version'.split(
        ' ',
      ),
    );
    expect(Object.keys(event['requestContext']).sort()).toEqual(
      'accountId apiId domainName domainPrefix http requestId routeKey stage time timeEpoch'.split(
        ' ',
      ),
    );
  });

  it('has the route and the identity', async () => {
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

  it('has the request id that the function and the client get', async () => {
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
  ])('%s is 401, and no function is invoked', async (_, headers) => {
    const gateway = await testGateway();
    const { status, text } = await gateway.send({ headers });
    expect({ status, text }).toEqual({ status: 401, text: message('Unauthorized') });
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
  });
});

describe('the decision', () => {
  it('has a context, which the function gets', async () => {
    const context = { client: 'garden', token: 'abcd' };
    const gateway = await testGateway({ authorize: () => ({ isAuthorized: true, context }) });
    await gateway.send();
    expect(gateway.events.Create[0]?.['requestContext'].authorizer).toEqual({ lambda: context });
  });

  it('to deny is 403, and the function is not invoked', async () => {
    const gateway = await testGateway({ authorize: () => ({ isAuthorized: false }) });
    const { status, text } = await gateway.send();
    expect({ status, text }).toEqual({ status: 403, text: message('Forbidden') });
    expect(gateway.events.Create).toEqual([]);
  });

  it('that is not a simple response is 500', async () => {
    const gateway = await testGateway({ authorize: () => ({ principalId: 'user' }) });
    const { status, text } = await gateway.send();
    expect({ status, text }).toEqual({ status: 500, text: message('Internal Server Error') });
    expect(gateway.events.Create).toEqual([]);
  });

  it.each(['the store is down', 'Unauthorized'])('that throws "%s" is 500', async (text) => {
    const authorize = () => Promise.reject(new Error(text));
    const gateway = await testGateway({ authorize });
    expect(await gateway.send()).toMatchObject({
      status: 500,
      text: message('Internal Server Error'),
    });
  });

  it('that comes too late is 500', async () => {
    const authorize = () => delay(5_000, { isAuthorized: true }, { ref: false });
    const gateway = await testGateway({ authorize, limits: { authorizerTimeout: 20 } });
    expect(await gateway.send()).toMatchObject({ status: 500 });
  });
});

describe('the cache of decisions', () => {
  const invokedFor = async (settings: Parameters<typeof testGateway>[0], tokens: string[]) => {
    const gateway = await testGateway(settings);
    for (const token of tokens) await gateway.send({ headers: bearer(token) });
    return gateway.events.Authorize.map(({ identitySource }) => identitySource[0].slice(7));
  };

  it.each([true, false])('keeps isAuthorized: %s', async (isAuthorized) => {
    const authorize = () => ({ isAuthorized });
    expect(await invokedFor({ authorize }, ['a', 'a', 'a'])).toEqual(['a']);
  });

  it('is keyed by the identity source as it was sent', async () => {
    expect(await invokedFor({}, ['a', 'b', 'a', 'A'])).toEqual(['a', 'b', 'A']);
  });

  it('? does not keep errors', async () => {
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

  it('gives the context to each function', async () => {
    const authorize = () => ({ isAuthorized: true, context: { client: 'garden' } });
    const gateway = await testGateway({ authorize });
    await gateway.send();
    await gateway.send();
    expect(gateway.events.Create.map((event) => event['requestContext'].authorizer)).toEqual([
      { lambda: { client: 'garden' } },
      { lambda: { client: 'garden' } },
    ]);
  });

  it('is empty after a reset', async () => {
    const gateway = await testGateway();
    await gateway.send();
    gateway.resetAuthorizersCache();
    await gateway.send();
    expect(gateway.events.Authorize).toHaveLength(2);
  });

  it('does not keep a decision that began before a reset', async () => {
    const begun = Promise.withResolvers<void>();
    const decision = Promise.withResolvers<object>();
    const authorize = () => {
      begun.resolve();
      return decision.promise;
    };
    const gateway = await testGateway({ authorize });
    const first = gateway.send();
    await begun.promise;
    gateway.resetAuthorizersCache();
    decision.resolve({ isAuthorized: true });
    await first;
    await gateway.send();
    expect(gateway.events.Authorize).toHaveLength(2);
  });

  it('has the time to live of the template', async () => {
    const authorizer = { AuthorizerResultTtlInSeconds: 0 };
    expect(await invokedFor({ authorizer }, ['a', 'a'])).toEqual(['a', 'a']);
  });
});
