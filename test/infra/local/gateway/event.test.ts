import { describe, expect, it } from 'vitest';
import { requestBody } from '../../../../infra/local/gateway/event.ts';
import { type TestEvent, testGateway } from './test-gateway.ts';

/** The function's event for one request, through a real socket. */
async function eventOf(
  request: Parameters<Awaited<ReturnType<typeof testGateway>>['send']>[0],
  settings: Parameters<typeof testGateway>[0] = {},
): Promise<TestEvent> {
  const gateway = await testGateway(settings);
  await gateway.send(request);
  const [event] = gateway.events.Create;
  if (!event) throw new Error('The function was not invoked');
  return event;
}

const authorized = ['Authorization', 'Bearer foo'];

// What aws-powertools captured behind a real API: HTTPie's POST without a body.
const captured = {
  headers: [
    'accept',
    '*/*',
    'accept-encoding',
    'gzip',
    ...authorized,
    'user-agent',
    'HTTPie/3.2.2',
  ],
  eventKeys: [
    'headers',
    'isBase64Encoded',
    'rawPath',
    'rawQueryString',
    'requestContext',
    'routeKey',
    'version',
  ],
  headerKeys: [
    'accept',
    'accept-encoding',
    'authorization',
    'content-length',
    'host',
    'user-agent',
    'x-amzn-trace-id',
    'x-forwarded-for',
    'x-forwarded-port',
    'x-forwarded-proto',
  ],
  contextKeys: [
    'accountId',
    'apiId',
    'authorizer',
    'domainName',
    'domainPrefix',
    'http',
    'requestId',
    'routeKey',
    'stage',
    'time',
    'timeEpoch',
  ],
  httpKeys: ['method', 'path', 'protocol', 'sourceIp', 'userAgent'],
};

describe('the event of a function', () => {
  it('has the keys of the captured one, at each level', async () => {
    const event = await eventOf({ headers: captured.headers });
    expect(Object.keys(event).sort()).toEqual(captured.eventKeys);
    expect(Object.keys(event['headers']).sort()).toEqual(captured.headerKeys);
    expect(Object.keys(event['requestContext']).sort()).toEqual(captured.contextKeys);
    expect(Object.keys(event['requestContext'].http).sort()).toEqual(captured.httpKeys);
  });

  it('has the formats of the captured one', async () => {
    const { requestContext, ...event } = await eventOf({ headers: captured.headers });
    expect(event).toMatchObject({ version: '2.0', routeKey: 'POST /plants', rawPath: '/plants' });
    expect(event['headers']['x-amzn-trace-id']).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/);
    expect(requestContext).toMatchObject({
      accountId: expect.stringMatching(/^\d{12}$/),
      apiId: expect.stringMatching(/^[a-z0-9]{10}$/),
      authorizer: { lambda: null },
      domainName: `${requestContext.apiId}.execute-api.us-east-1.amazonaws.com`,
      domainPrefix: requestContext.apiId,
      http: { method: 'POST', path: '/plants', protocol: 'HTTP/1.1', userAgent: 'HTTPie/3.2.2' },
      requestId: expect.stringMatching(/^[\w-]{15}=$/),
      routeKey: 'POST /plants',
      stage: '$default',
    });
  });

  it('gives the time in the log format and in milliseconds', async () => {
    const { time, timeEpoch } = (await eventOf({}))['requestContext'];
    expect(time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    const [, day, month, year, clock] = /^(\d+)\/(\w+)\/(\d+):(\S+)/.exec(time) ?? [];
    const seconds = Date.parse(`${day} ${month} ${year} ${clock} GMT`);
    expect(seconds).toBe(Math.floor(timeEpoch / 1000) * 1000);
  });

  it('leaves out what is empty instead of making it null', async () => {
    const event = await eventOf({});
    expect(JSON.stringify({ ...event, requestContext: {} })).not.toContain('null');
    for (const key of ['cookies', 'queryStringParameters', 'pathParameters']) {
      expect(event).not.toHaveProperty(key);
    }
  });

  it('has no body key without a body, but still content-length 0', async () => {
    const event = await eventOf({ headers: [...authorized, 'content-type', 'application/json'] });
    expect(event).not.toHaveProperty('body');
    expect(event['isBase64Encoded']).toBe(false);
    expect(event['headers']['content-length']).toBe('0');
  });

  it('? states the content-length of a chunked body, and drops its transfer-encoding', async () => {
    const headers = [...authorized, 'Transfer-Encoding', 'chunked', 'content-type', 'text/plain'];
    const event = await eventOf({ headers, body: 'five!' });
    expect(event['headers']).toMatchObject({ 'content-length': '5' });
    expect(event['headers']).not.toHaveProperty('transfer-encoding');
    expect(event['body']).toBe('five!');
  });
});

describe('headers', () => {
  it('have lower-case names', async () => {
    const { headers } = await eventOf({ headers: [...authorized, 'X-MiXeD', 'As Sent'] });
    expect(headers['x-mixed']).toBe('As Sent');
    expect(headers).not.toHaveProperty('X-MiXeD');
  });

  it('are joined with a bare comma when they repeat', async () => {
    const { headers } = await eventOf({
      headers: [...authorized, 'x-twice', 'one', 'x-twice', 'two'],
    });
    expect(headers['x-twice']).toBe('one,two');
  });

  it('join a repeated authorization too, which no token survives', async () => {
    const { headers } = await eventOf({ headers: [...authorized, ...authorized] });
    expect(headers.authorization).toBe('Bearer foo,Bearer foo');
  });

  it('get those that the gateway adds', async () => {
    const gateway = await testGateway();
    await gateway.send({ headers: authorized });
    expect(gateway.events.Create[0]?.['headers']).toMatchObject({
      authorization: 'Bearer foo',
      host: 'localhost',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-port': String(gateway.port),
      'x-forwarded-proto': 'http',
    });
  });

  it('? extend the x-forwarded-for that a client sends', async () => {
    const { headers } = await eventOf({
      headers: [...authorized, 'x-forwarded-for', '203.0.113.7'],
    });
    expect(headers['x-forwarded-for']).toBe('203.0.113.7, 127.0.0.1');
  });

  it('? keep the trace id that a client sends', async () => {
    const { headers } = await eventOf({
      headers: [...authorized, 'X-Amzn-Trace-Id', 'Root=1-2-3'],
    });
    expect(headers['x-amzn-trace-id']).toBe('Root=1-2-3');
  });

  it('? lose what concerns the connection only', async () => {
    const { headers } = await eventOf({
      headers: [...authorized, 'TE', 'trailers', 'Keep-Alive', '1'],
    });
    for (const name of ['connection', 'keep-alive', 'te']) expect(headers).not.toHaveProperty(name);
  });

  it('may be called __proto__', async () => {
    const { headers } = await eventOf({ headers: [...authorized, '__proto__', 'polluted'] });
    expect(Object.entries(headers)).toContainEqual(['__proto__', 'polluted']);
  });

  it('? give an empty userAgent where there is none', async () => {
    expect((await eventOf({}))['requestContext'].http.userAgent).toBe('');
  });
});

describe('cookies', () => {
  it('are an array, taken out of the headers', async () => {
    const event = await eventOf({
      headers: [...authorized, 'Cookie', 'session=abc123; theme=dark'],
    });
    expect(event['cookies']).toEqual(['session=abc123', 'theme=dark']);
    expect(event['headers']).not.toHaveProperty('cookie');
  });

  it('are collected from several headers', async () => {
    const event = await eventOf({ headers: [...authorized, 'Cookie', 'a=1', 'Cookie', 'b=2;c'] });
    expect(event['cookies']).toEqual(['a=1', 'b=2', 'c']);
  });
});

describe('path and query', () => {
  const anywhere = { routes: { 'POST /{a}': {}, 'POST /{a}/{b}': {} } };

  it.each([
    ['/a%2Fb', '/a/b'],
    ['/capture/space%20value', '/capture/space value'],
    ['/%E6%A4%8D%E7%89%A9', '/植物'],
    ['/a+b', '/a+b'],
  ])('decode the path %s to %s', async (path, decoded) => {
    const event = await eventOf({ path }, anywhere);
    expect(event['rawPath']).toBe(decoded);
    expect(event['requestContext'].http.path).toBe(decoded);
  });

  it('? leave a path that cannot be decoded as it is', async () => {
    expect((await eventOf({ path: '/100%' }, anywhere))['rawPath']).toBe('/100%');
  });

  it('know no prefix of the stage', async () => {
    const event = await eventOf({});
    expect(event).toMatchObject({ rawPath: '/plants', requestContext: { stage: '$default' } });
  });

  it('keep the raw query string encoded and decode its parameters', async () => {
    const query =
      'redirect=https%3A%2F%2Fexample.com%2Fa%2Fb&literalPlus=a+b&encodedPlus=a%2Bb&empty=';
    const event = await eventOf({ path: `/plants?${query}` });
    expect(event['rawPath']).toBe('/plants');
    expect(event['rawQueryString']).toBe(query);
    expect(event['queryStringParameters']).toEqual({
      redirect: 'https://example.com/a/b',
      literalPlus: 'a b',
      encodedPlus: 'a+b',
      empty: '',
    });
  });

  it('join repeated parameters with a comma', async () => {
    const event = await eventOf({ path: '/plants?repeat=one&repeat=two' });
    expect(event['queryStringParameters']).toEqual({ repeat: 'one,two' });
  });

  it('give path parameters', async () => {
    const routes = { 'GET /plants/{id}': {} };
    const event = await eventOf({ method: 'GET', path: '/plants/a%20b' }, { routes });
    expect(event).toMatchObject({ routeKey: 'GET /plants/{id}', pathParameters: { id: 'a b' } });
  });

  it('understand the absolute form of a request target', async () => {
    const event = await eventOf({ path: 'http://localhost/plants?a=1' });
    expect(event).toMatchObject({ rawPath: '/plants', rawQueryString: 'a=1' });
  });
});

const body = Buffer.from('"λ"');
const text = { body: '"λ"', isBase64Encoded: false };
const base64 = { body: body.toString('base64'), isBase64Encoded: true };

describe('the body of an event', () => {
  it('is absent where there is none', () => {
    expect(requestBody(Buffer.alloc(0), 'application/json')).toEqual({ isBase64Encoded: false });
  });

  it.each([
    'application/json',
    'application/xml',
    'application/javascript',
    'text/plain',
    'text/',
    'Text/HTML ; x=1',
    ' application/json ',
    'text/plain;charset=utf-8',
    'text/plain; x=1; charset = "UTF-8" ; y=2',
    'text/plain; charset=utf-8; charset=utf-16',
    'text/plain; xcharset=utf-16',
  ])('stays text as %j', (type) => {
    expect(requestBody(body, type)).toEqual(text);
  });

  it.each([
    undefined,
    '',
    'application/json5',
    'xapplication/json',
    'application/problem+json',
    'application/octet-stream',
    'image/png',
    'xtext/plain',
    'text/plain; charset=latin1',
    'text/plain; CHARSET="utf-16"',
    'text/plain; charset=',
    'text/plain; x=1;  charset = utf-16',
  ])('is base64 as %j', (type) => {
    expect(requestBody(body, type)).toEqual(base64);
  });

  it('is base64 where it is no UTF-8', () => {
    const bytes = Buffer.from([0xff]);
    expect(requestBody(bytes, 'text/plain')).toEqual({ body: '/w==', isBase64Encoded: true });
  });
});
