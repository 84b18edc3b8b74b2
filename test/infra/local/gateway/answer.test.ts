import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testGateway, throttled } from './test-gateway.ts';

function message(text: string) {
  return JSON.stringify({ message: text });
}

async function answerTo(result: unknown) {
  const gateway = await testGateway({ create: () => result });
  return gateway.send();
}

describe('what a function returns', () => {
  it('without a content type is text/plain', async () => {
    const answer = await answerTo({ statusCode: 201, body: 'made' });
    expect(answer).toMatchObject({ status: 201, text: 'made' });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('keeps its content type, whatever the letter case of the name', async () => {
    const { headers } = await answerTo({ statusCode: 200, headers: { 'Content-Type': 'a/b' } });
    expect(headers['content-type']).toBe('a/b');
  });

  it.each([[{ name: 'Fern' }], ['text'], [[1, 2]], [null]])(
    'without a status code, such as %j, is 200 and the JSON itself',
    async (result) => {
      const answer = await answerTo(result);
      expect(answer).toMatchObject({ status: 200, text: JSON.stringify(result) });
      expect(answer.headers['content-type']).toBe('application/json');
    },
  );

  it.each([0, 200.5])('with the status code %j is 500', async (statusCode) => {
    const { status, text } = await answerTo({ statusCode, body: 'secret' });
    expect({ status, text }).toEqual({ status: 500, text: message('Internal Server Error') });
  });

  it.each(['200', null, 99, 600, -1])('? with the status code %j is 500', async (statusCode) => {
    expect(await answerTo({ statusCode })).toMatchObject({ status: 500 });
  });

  it.each([
    { body: { name: 'Fern' } },
    { headers: 'none' },
    { headers: { a: { b: 1 } } },
    { cookies: 'a=1' },
    { headers: { 'x-split': 'a\r\nset-cookie: b' } },
    { headers: { 'no header': '1' } },
  ])('? that is no answer, %j, is 500', async (parts) => {
    const { status, text } = await answerTo({ statusCode: 200, ...parts });
    expect({ status, text }).toEqual({ status: 500, text: message('Internal Server Error') });
  });

  it('gives one set-cookie for each cookie', async () => {
    const { headers } = await answerTo({ statusCode: 200, cookies: ['a=1; Secure', 'b=2'] });
    expect(headers['set-cookie']).toEqual(['a=1; Secure', 'b=2']);
  });

  it('is decoded when it says that it is base64', async () => {
    const body = Buffer.from('bytes').toString('base64');
    expect(await answerTo({ statusCode: 200, body, isBase64Encoded: true })).toMatchObject({
      text: 'bytes',
    });
  });

  it('? may have numbers and booleans as header values', async () => {
    const { headers } = await answerTo({
      statusCode: 400,
      headers: { 'retry-after': 1, 'x-b': true },
    });
    expect(headers).toMatchObject({ 'retry-after': '1', 'x-b': 'true' });
  });

  it('? does not frame the answer: the gateway does', async () => {
    const headers = { 'Content-Length': '999', 'Transfer-Encoding': 'chunked' };
    const answer = await answerTo({ statusCode: 200, headers, body: 'λ' });
    expect(answer).toMatchObject({ text: 'λ', headers: { 'content-length': '2' } });
  });

  it('may be a status without a body', async () => {
    const { status, text, headers } = await answerTo({ statusCode: 204 });
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(headers).not.toHaveProperty('content-length');
  });
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

  it.each(['/plants/', '//plants', '/plants//'])('? %s is 404', async (path) => {
    const gateway = await testGateway();
    expect(await gateway.send({ path })).toMatchObject({ status: 404 });
  });

  it('takes the most specific route', async () => {
    const keys = ['GET /plants/{id}', 'GET /plants/new', 'PUT /plants/{id}'];
    const gateway = await testGateway({ routes: Object.fromEntries(keys.map((key) => [key, {}])) });
    const requests = [
      ['GET', '/plants/new', 'GET /plants/new'],
      ['PUT', '/plants/new', 'PUT /plants/{id}'],
      ['GET', '/plants/7', 'GET /plants/{id}'],
    ] as const;
    for (const [method, path] of requests) await gateway.send({ method, path });
    expect(gateway.events.Create.map(({ routeKey }) => routeKey)).toEqual(
      requests.map(([, , key]) => key),
    );
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

  it('admits as many again as the rate refills', async () => {
    const answers = await statuses([0, 0, 99, 100, 101], { DefaultRouteSettings });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200, 429]);
  });

  it('never saves up more than the burst', async () => {
    const answers = await statuses([0, 60_000, 60_000, 60_000], { DefaultRouteSettings });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
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
