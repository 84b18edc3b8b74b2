import { describe, expect, it } from 'vitest';
import { requestBody, requestHeaders } from '../../../../tools/local/gateway/event.ts';
import { testGateway } from './test-gateway.ts';

function words(text: string) {
  return text.split(' ');
}

/** Both events of one request, through a real socket, and the answer. */
async function eventsOf(headers: readonly string[]) {
  const gateway = await testGateway();
  const answer = await gateway.send({ headers });
  const {
    Authorize: [authorizer = {}],
    Create: [event = {}],
  } = gateway.events;
  return { answer, authorizer, event, requestContext: event['requestContext'] };
}

const authorized = ['Authorization', 'Bearer foo'];

// The request of HTTPie that aws-powertools captured behind a real API: a POST without a body.
const captured = words('accept */* accept-encoding gzip user-agent HTTPie/3.2.2').concat(
  authorized,
);
const contextKeys =
  'accountId apiId domainName domainPrefix http requestId routeKey stage time timeEpoch';

describe('the event of a function', () => {
  it('has the keys of the captured one, at each level', async () => {
    const { event, requestContext } = await eventsOf(captured);
    const keys = [event, event['headers'], requestContext, requestContext.http].map((part) =>
      Object.keys(part).sort(),
    );
    expect(keys).toEqual([
      words('headers isBase64Encoded rawPath rawQueryString requestContext routeKey version'),
      words(
        'accept accept-encoding authorization content-length host user-agent x-amzn-trace-id x-forwarded-for x-forwarded-port x-forwarded-proto',
      ),
      words(`${contextKeys} authorizer`).sort(),
      words('method path protocol sourceIp userAgent'),
    ]);
  });

  it('has the formats of the captured one', async () => {
    const { event, requestContext } = await eventsOf(captured);
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
      time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    });
    const { time, timeEpoch } = requestContext;
    const readable = time.replaceAll('/', ' ').replace(':', ' ');
    expect(Date.parse(readable)).toBe(Math.floor(timeEpoch / 1000) * 1000);
  });

  it('has the decoded path, query and cookies', async () => {
    const gateway = await testGateway({ routes: { 'GET /plants/a b': {} } });
    const headers = [...authorized, 'Cookie', 'a=1; b=2', 'x-twice', 'one', 'x-twice', 'two'];
    await gateway.send({ method: 'GET', path: 'http://localhost/plants/a%20b?c=d+e', headers });
    expect(gateway.events.Create[0]).toMatchObject({
      routeKey: 'GET /plants/a b',
      rawPath: '/plants/a b',
      rawQueryString: 'c=d+e',
      queryStringParameters: { c: 'd e' },
      cookies: ['a=1', 'b=2'],
      headers: { 'x-twice': 'one,two', 'x-forwarded-port': String(gateway.port) },
      requestContext: { http: { path: '/plants/a b', userAgent: '' } },
    });
  });
});

it('the event of an authorizer has its own keys, the identity and the same request id', async () => {
  const { answer, authorizer, requestContext } = await eventsOf(authorized);
  expect(Object.keys(authorizer).sort()).toEqual(
    words(
      'headers identitySource rawPath rawQueryString requestContext routeArn routeKey type version',
    ),
  );
  expect(Object.keys(authorizer['requestContext']).sort()).toEqual(words(contextKeys));
  expect(authorizer).toMatchObject({
    version: '2.0',
    type: 'REQUEST',
    routeArn: expect.stringMatching(
      /^arn:aws:execute-api:[\w-]+:\d{12}:[a-z0-9]{10}\/\$default\/POST\/plants$/,
    ),
    identitySource: ['Bearer foo'],
    headers: { authorization: 'Bearer foo' },
  });
  const { requestId } = authorizer['requestContext'];
  expect([requestContext.requestId, answer.headers['apigw-requestid']]).toEqual([
    requestId,
    requestId,
  ]);
});

function read(rawHeaders: string[]) {
  const { headers, cookies } = requestHeaders({
    ...{ id: 'any', method: 'POST', target: '/', protocol: 'HTTP/1.1', rawHeaders },
    ...{ body: Buffer.from('five!'), sourceIp: '203.0.113.7', port: 3000 },
    receivedAt: 0x66705bc7 * 1000 + 999,
  });
  return { headers: { ...headers }, cookies };
}

describe('the headers of an event', () => {
  const own = {
    'content-length': '5',
    'x-amzn-trace-id': expect.stringMatching(/^Root=1-66705bc7-[0-9a-f]{24}$/),
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-port': '3000',
    'x-forwarded-proto': 'http',
  };

  it.each<[string[], object]>([
    [['Host', 'here', 'X-Odd', ''], { host: 'here', 'x-odd': '', ...own }],
    [['a', '1', 'A', '', 'a', '3'], { a: '1,,3', ...own }],
    [['content-length', '9', 'x-forwarded-port', '1', 'x-forwarded-proto', 'https'], own],
    [['x-amzn-trace-id', 'Root=1-2-3'], { ...own, 'x-amzn-trace-id': 'Root=1-2-3' }],
    [['x-forwarded-for', '::1'], { ...own, 'x-forwarded-for': '::1, 203.0.113.7' }],
    ...words(
      'Connection Expect Keep-Alive Proxy-Connection TE Trailer Transfer-Encoding Upgrade',
    ).map((name): [string[], object] => [[name, 'any'], own]),
  ])('of %j are %j', (sent, headers) => {
    expect(read(sent)).toEqual({ headers, cookies: [] });
  });

  it('are without cookies, which have a field of their own', () => {
    const { headers, cookies } = read(['Cookie', 'a=1;  b=2 ;;', 'cookie', ' ', 'COOKIE', 'c']);
    expect(cookies).toEqual(['a=1', 'b=2', 'c']);
    expect(headers).toEqual(own);
  });
});

describe('the body of an event', () => {
  const body = Buffer.from('"λ"');

  it('is absent in a request without a body', () => {
    expect(requestBody(Buffer.alloc(0), 'application/json')).toEqual({ isBase64Encoded: false });
  });

  it.each([
    ...['application/json', 'application/xml', 'Text/HTML ; x=1', 'text/plain;charset=utf-8'],
  ])('stays text as %j', (type) => {
    expect(requestBody(body, type)).toEqual({ body: '"λ"', isBase64Encoded: false });
  });

  it.each([...[undefined, '', 'application/problem+json', 'image/png', 'xtext/plain']])(
    'is base64 as %j',
    (type) => {
      expect(requestBody(body, type)).toEqual({ body: 'Is67Ig==', isBase64Encoded: true });
    },
  );

  it('is base64 if it is not UTF-8', () => {
    const bytes = Buffer.from([0xff]);
    expect(requestBody(bytes, 'text/plain')).toEqual({ body: '/w==', isBase64Encoded: true });
  });
});
