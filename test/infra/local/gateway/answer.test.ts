import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { functionAnswer } from '../../../../infra/local/gateway/answer.ts';
import { testGateway, throttled } from './test-gateway.ts';

function message(text: string) {
  return JSON.stringify({ message: text });
}

it('a function decides status, headers, cookies and body; the gateway frames them', async () => {
  const headers = {
    ...{ Connection: 'upgrade', 'Keep-Alive': 'max=1', Trailer: 'x' },
    ...{ 'Content-Length': '999', 'Transfer-Encoding': 'chunked', 'X-Own': 'yes' },
  };
  const result = { statusCode: 201, headers, cookies: ['a=1; Secure', 'b=2'], body: 'λ' };
  const gateway = await testGateway({ create: () => result });
  const answer = await gateway.send();
  expect(answer).toMatchObject({ status: 201, text: 'λ' });
  expect(answer.headers).toMatchObject({
    'content-length': '2',
    'content-type': 'text/plain; charset=utf-8',
    'set-cookie': ['a=1; Secure', 'b=2'],
    'x-own': 'yes',
  });
  expect(answer.headers).not.toHaveProperty('trailer');
  expect(answer.headers.connection).not.toBe('upgrade');
  expect(answer.headers['keep-alive']).not.toBe('max=1');
});

it('a status without a body has no length', async () => {
  const gateway = await testGateway({ create: () => ({ statusCode: 204 }) });
  const { headers, status, text } = await gateway.send();
  expect({ status, text }).toEqual({ status: 204, text: '' });
  expect(headers).not.toHaveProperty('content-length');
});

describe('a function that fails', () => {
  it('is 500', async () => {
    const gateway = await testGateway({ create: () => Promise.reject(new Error('secret')) });
    const answer = await gateway.send();
    expect(answer).toMatchObject({ status: 500, text: message('Internal Server Error') });
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it('to come in time is 503, by the integration timeout of the template', async () => {
    const gateway = await testGateway({
      integration: { TimeoutInMillis: 50 },
      create: () => delay(5_000, undefined, { ref: false }),
    });
    const { status, text } = await gateway.send();
    expect({ status, text }).toEqual({ status: 503, text: message('Service Unavailable') });
  });

  it('? to find an instance is 503', async () => {
    const gateway = await testGateway({ create: () => throttled });
    expect(await gateway.send()).toMatchObject({
      status: 503,
      text: message('Service Unavailable'),
    });
  });
});

describe('routing', () => {
  it.each([
    ['GET', '/plants'],
    ['PUT', '/plants'],
    ['OPTIONS', '/plants'],
    ['POST', '/'],
    ['POST', '/plants/1'],
    ['POST', '/Plants'],
    ['POST', '/plants/'],
    ['POST', '//plants'],
  ])('%s %s is 404', async (method, path) => {
    const gateway = await testGateway();
    const { status, text } = await gateway.send({ method, path });
    expect({ status, text }).toEqual({ status: 404, text: message('Not Found') });
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
  });

  it('HEAD is 404 too, without a body', async () => {
    const gateway = await testGateway();
    expect(await gateway.send({ method: 'HEAD' })).toMatchObject({ status: 404, text: '' });
  });
});

describe('throttling', () => {
  const DefaultRouteSettings = { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 2 };
  const statuses = async (times: number[], stage: object) => {
    let time = 0;
    const gateway = await testGateway({ stage: { ...stage }, now: () => time });
    const answers = [];
    for (time of times) answers.push(await gateway.send());
    return answers;
  };

  it('? is 429 with a message of its own, once the burst is spent', async () => {
    const answers = await statuses([0, 0, 0], { DefaultRouteSettings });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[2]?.text).toBe(message('Too Many Requests'));
  });

  it('comes before the authorizer, so that refused requests take from the same share', async () => {
    const authorize = () => ({ isAuthorized: false });
    const gateway = await testGateway({
      stage: { DefaultRouteSettings },
      now: () => 0,
      authorize,
    });
    const answers = [
      await gateway.send({ headers: [] }),
      await gateway.send(),
      await gateway.send({ headers: ['Authorization', 'another'] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 429]);
    expect(gateway.events.Authorize).toHaveLength(1);
  });

  it('holds for each route by itself', async () => {
    const routes = { 'POST /plants': {}, 'GET /plants': {} };
    const gateway = await testGateway({ routes, stage: { DefaultRouteSettings }, now: () => 0 });
    for (const method of ['POST', 'GET']) {
      const answers = [];
      for (let count = 0; count < 3; count += 1) answers.push(await gateway.send({ method }));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    }
  });

  it('is off where the template sets none', async () => {
    const answers = await statuses(Array(20).fill(0), {});
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

function answer(result: unknown) {
  return functionAnswer(JSON.stringify(result));
}
const text = ['content-type', 'text/plain; charset=utf-8'];

describe('the answer out of what a function returned', () => {
  it.each([[{ name: 'Fern' }], ['text'], [[1]], [null]])('is the JSON itself of %j', (result) => {
    expect(answer(result)).toEqual({
      status: 200,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify(result),
    });
  });

  it('has everything that the function said', () => {
    const headers = { 'Content-Type': 'a/b', 'Retry-After': 1, 'x-b': true };
    expect(answer({ statusCode: 201, headers, cookies: ['a=1', 'b=2'], body: 'made' })).toEqual({
      status: 201,
      headers: [
        ['content-type', 'a/b'],
        ['retry-after', '1'],
        ['x-b', 'true'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
      body: 'made',
    });
  });

  it.each([{}, { headers: null, cookies: null, body: null }, { body: '' }])(
    'is empty text by default: %j',
    (parts) => {
      expect(answer({ statusCode: 204, ...parts })).toEqual({
        status: 204,
        headers: [text],
        body: '',
      });
    },
  );

  it('is decoded only where it is base64 for sure', () => {
    const body = 'Ynl0ZXM=';
    expect(answer({ statusCode: 200, body, isBase64Encoded: true }).body).toEqual(
      Buffer.from('bytes'),
    );
    expect(answer({ statusCode: 200, body, isBase64Encoded: 'true' }).body).toBe(body);
  });

  it.each([200, 599])('may have the status %i', (statusCode) => {
    expect(answer({ statusCode }).status).toBe(statusCode);
  });

  it.each([
    ...[0, 199, 600, 200.5, '200', null].map((statusCode) => ({ statusCode })),
    { statusCode: 200, body: {} },
    { statusCode: 200, body: 7 },
    { statusCode: 200, headers: 'none' },
    { statusCode: 200, headers: [] },
    { statusCode: 200, headers: { a: {} } },
    { statusCode: 200, headers: { a: null } },
    { statusCode: 200, headers: { 'no header': '' } },
    { statusCode: 200, headers: { a: 'x\r\nb: y' } },
    { statusCode: 200, headers: { a: '1', b: [] } },
    { statusCode: 200, cookies: 'a=1' },
    { statusCode: 200, cookies: [7, {}] },
  ])('is 500 for %j', (result) => {
    expect(answer(result)).toEqual({
      status: 500,
      headers: [['content-type', 'application/json']],
      body: '{"message":"Internal Server Error"}',
    });
  });
});
