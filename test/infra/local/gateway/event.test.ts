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
  eventKeys: 'headers isBase64Encoded rawPath rawQueryString requestContext routeKey version'.split(
    ' ',
  ),
  headerKeys:
    'accept accept-encoding authorization content-length host user-agent x-amzn-trace-id x-forwarded-for x-forwarded-port x-forwarded-proto'.split(
      ' ',
    ),
  contextKeys:
    'accountId apiId authorizer domainName domainPrefix http requestId routeKey stage time timeEpoch'.split(
      ' ',
    ),
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

  it('leaves out empty fields instead of making them null', async () => {
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

it('has the decoded path, query, path parameters and cookies of a request on a socket', async () => {
  const gateway = await testGateway({ routes: { 'GET /plants/{id}': {} } });
  const headers = [...authorized, 'Cookie', 'a=1; b=2', 'x-twice', 'one', 'x-twice', 'two'];
  await gateway.send({ method: 'GET', path: 'http://localhost/plants/a%20b?c=d+e', headers });
  const [event] = gateway.events.Create;
  expect(event).toMatchObject({
    routeKey: 'GET /plants/{id}',
    rawPath: '/plants/a b',
    rawQueryString: 'c=d+e',
    queryStringParameters: { c: 'd e' },
    pathParameters: { id: 'a b' },
    cookies: ['a=1', 'b=2'],
    headers: { 'x-twice': 'one,two', 'x-forwarded-port': String(gateway.port) },
    requestContext: { http: { path: '/plants/a b', userAgent: '' } },
  });
});

const body = Buffer.from('"λ"');
const text = { body: '"λ"', isBase64Encoded: false };
const base64 = { body: body.toString('base64'), isBase64Encoded: true };

describe('the body of an event', () => {
  it('is absent in a request without a body', () => {
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

  it('is base64 if it is not UTF-8', () => {
    const bytes = Buffer.from([0xff]);
    expect(requestBody(bytes, 'text/plain')).toEqual({ body: '/w==', isBase64Encoded: true });
  });
});
