import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { exampleJson, path } from '../setup/contract.ts';
import { sendBytes, startTestGateway } from '../setup/test-gateway.ts';

const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => void logged.mockClear());
afterAll(() => logged.mockRestore());

async function send(url: string, request: RequestInit & { readonly path?: string } = {}) {
  const { path: target = path, ...others } = request;
  const headers = { authorization: 'Bearer foo', 'content-type': 'application/json' };
  const answer = await fetch(url + target, { method: 'POST', headers, ...others });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

function fails(): never {
  throw new Error('a fault');
}

describe('the gateway', () => {
  it('passes the function the request, and what the authorizer says of its client', async () => {
    const context = { client: 'garden' };
    const gateway = await startTestGateway({ authorize: () => ({ isAuthorized: true, context }) });
    const answer = await send(gateway.url, { path: `${path}?a=1&b=%20?`, body: exampleJson() });
    expect(answer).toMatchObject({ status: 200, body: 'created' });
    const [event] = gateway.created;
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: `POST ${path}`,
      rawPath: path,
      rawQueryString: 'a=1&b=%20?',
      queryStringParameters: { a: '1', b: ' ?' },
      headers: { 'content-type': 'application/json', authorization: 'Bearer foo' },
      body: exampleJson(),
      isBase64Encoded: false,
      requestContext: {
        authorizer: { lambda: context },
        requestId: answer.headers.get('apigw-requestid'),
        http: { method: 'POST', path, sourceIp: '127.0.0.1' },
      },
    });
    const [judged] = gateway.authorized;
    expect(judged).toMatchObject({ type: 'REQUEST', identitySource: ['Bearer foo'] });
    expect(judged).not.toHaveProperty('body');
  });

  it('joins a header that was sent twice, and takes a path in any encoding', async () => {
    const gateway = await startTestGateway();
    const head = `POST ${path.replace('p', '%70')} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
    await sendBytes(gateway.url, `${head}Authorization: a\r\nX-More: b\r\nx-more: c\r\n\r\n`);
    expect(gateway.created[0]?.['headers']).toMatchObject({ authorization: 'a', 'x-more': 'b,c' });
  });

  it.each([
    ['another path', { path: `${path}/` }, 404, 'Not Found'],
    ['another method', { method: 'PUT' }, 404, 'Not Found'],
    ['no token', { headers: {} }, 401, 'Unauthorized'],
    ['an empty token', { headers: { authorization: '' } }, 401, 'Unauthorized'],
    ['6 MB', { body: 'a'.repeat(6 * 1024 ** 2) }, 413, 'Request Entity Too Large'],
  ])('answers %s itself', async (_, request, status, message) => {
    const gateway = await startTestGateway();
    const answer = await send(gateway.url, request);
    expect(answer).toMatchObject({ status, body: JSON.stringify({ message }) });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(gateway.created).toEqual([]);
  });

  it('answers 413 without making a text of a body that is too long for one', async () => {
    const gateway = await startTestGateway();
    const most = 6 * 1024 ** 2;
    const { toString: textOf } = Buffer.prototype;
    // As with half a gigabyte, which would take many seconds.
    const texts = vi.spyOn(Buffer.prototype, 'toString').mockImplementation(function (...args) {
      if (this.length > most) throw new Error('ERR_STRING_TOO_LONG');
      return textOf.apply(this, args);
    });
    onTestFinished(() => texts.mockRestore());
    expect(await send(gateway.url, { body: 'a'.repeat(most + 1) })).toMatchObject({ status: 413 });
  });

  it.each([
    ['an authorizer that fails', { authorize: fails }],
    ['an authorizer that decides nothing', { authorize: () => ({ isAuthorized: 'true' }) }],
    ['a function that fails', { create: fails }],
    ['a status that is none', { create: () => ({ statusCode: 600 }) }],
    ['a body that is no text', { create: () => ({ statusCode: 200, body: { a: 1 } }) }],
    ...[
      { headers: { location: `${path}/木` } },
      { headers: { 'x-lines': 'a\nb' } },
      { headers: { 'x y': 'a' } },
      { cookies: ['a=1', 'b=木'] },
    ].map((parts): [string, object] => [
      `${JSON.stringify(parts)}, which HTTP cannot carry`,
      { create: () => ({ statusCode: 200, ...parts }) },
    ]),
  ])('answers 500 for %s, and logs the reason', async (_, functions) => {
    const gateway = await startTestGateway(functions);
    const body = '{"message":"Internal Server Error"}';
    expect(await send(gateway.url)).toMatchObject({ status: 500, body });
    expect(logged).toHaveBeenCalledOnce();
  });

  const [text, json] = ['text/plain; charset=utf-8', 'application/json'];
  it.each<[string, returned: unknown, status: number, body: string, headers: object]>([
    ['a status alone', { statusCode: 204 }, 204, '', { 'content-type': null }],
    ['null for no body', { statusCode: 404, headers: null, body: null }, 404, '', {}],
    ['a body without a type', { statusCode: 201, body: 'a' }, 201, 'a', { 'content-type': text }],
    ['an object without statusCode', { body: 7 }, 200, '{"body":7}', { 'content-type': json }],
    ['nothing', null, 200, 'null', { 'content-type': json }],
    ['a bare text, in one of its two possible forms', 'hello', 200, 'hello', {}],
    ['bytes', { statusCode: 200, body: '4oKs', isBase64Encoded: true }, 200, '€', {}],
    [
      'a header in capitals',
      { statusCode: 200, headers: { 'CONTENT-TYPE': 'text/css' }, body: 'a' },
      200,
      'a',
      { 'content-type': 'text/css' },
    ],
    [
      'no header of its own connection, or of its length',
      {
        statusCode: 200,
        headers: {
          'Transfer-Encoding': 'chunked',
          'content-length': 7,
          trailer: 'x',
          upgrade: 'h2c',
        },
        body: 'a',
      },
      200,
      'a',
      { 'transfer-encoding': null, trailer: null, upgrade: null },
    ],
    ['a number as a header', { statusCode: 200, headers: { age: 7 } }, 200, '', { age: '7' }],
    [
      'cookies',
      { statusCode: 200, cookies: ['a=1', 'b=2'] },
      200,
      '',
      { 'set-cookie': 'a=1, b=2' },
    ],
  ])('answers by what a function returns: %s', async (_, returned, status, body, headers) => {
    const gateway = await startTestGateway({ create: () => returned });
    const { headers: sent, ...answer } = await send(gateway.url);
    expect(answer).toEqual({ status, body });
    const named = Object.keys(headers).map((name) => [name, sent.get(name)]);
    expect(Object.fromEntries(named)).toEqual(headers);
    expect(sent.get('content-length')).toBe(status === 204 ? null : `${Buffer.byteLength(body)}`);
  });

  it('survives a client that breaks off its upload', async () => {
    const gateway = await startTestGateway();
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n`;
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(`${head}Content-Length: 99\r\n\r\na`);
    // The answer 100: the gateway reads the upload.
    await once(socket, 'data');
    socket.resetAndDestroy();
    expect((await send(gateway.url)).status).toBe(200);
    expect(gateway.created).toHaveLength(1);
  });
});
