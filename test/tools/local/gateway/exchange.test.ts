import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { headerLimit } from '../../../../tools/local/gateway/limits.ts';
import { payloadLimit } from '../../../../tools/local/lambda/invocation.ts';
import { invalid, type TestGateway, testGateway } from './test-gateway.ts';

function message(text: string) {
  return JSON.stringify({ message: text });
}
const json = ['Authorization', 'Bearer foo', 'content-type', 'application/json'];
const whole =
  'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nContent-Length: 2\r\n\r\n{}';
const mebibyte = 1024 * 1024;
const tooLong = 'a'.repeat(10 * mebibyte + 1);

describe('the size of a request', () => {
  it('may be just below the limit of an event', async () => {
    const gateway = await testGateway();
    const body = 'a'.repeat(payloadLimit - 2_000);
    expect(await gateway.send({ headers: json, body })).toMatchObject({ status: 200 });
    expect(gateway.events.Create[0]?.['body'].length).toBe(body.length);
  });

  it.each([
    ['a body over 6 MB', json, 'a'.repeat(payloadLimit), 1],
    ['a smaller one that base64 makes larger', json.slice(0, 2), 'a'.repeat(5 * mebibyte), 1],
    ['a body over 10 MB, before a function is called', json, tooLong, 0],
    ['the same one in chunks', [...json, 'Transfer-Encoding', 'chunked'], tooLong, 0],
  ])('is 413 for %s', async (_, headers, body, authorized) => {
    const gateway = await testGateway();
    const { status, text } = await gateway.send({ headers, body });
    expect({ status, text }).toEqual({ status: 413, text: message('Request Entity Too Large') });
    expect(gateway.events.Authorize).toHaveLength(authorized);
    expect(gateway.events.Create).toEqual([]);
  });

  it.each([
    [headerLimit, 200],
    [headerLimit + 1, 431],
  ])('of its line and headers, here %i bytes, decides: %i', async (bytes, status) => {
    const gateway = await testGateway();
    const head =
      'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nConnection: close\r\nX: ';
    const answer = await gateway.sendBytes(`${head}${'a'.repeat(bytes - head.length - 2)}\r\n\r\n`);
    expect(answer).toMatch(`HTTP/1.1 ${status} `);
    expect(gateway.events.Create).toHaveLength(status === 200 ? 1 : 0);
  });
});

it.each([
  [200, {}],
  [404, { method: 'HEAD' }],
  [431, { path: `/${'a'.repeat(headerLimit)}` }],
])('every answer, here %i to %j, has an apigw-requestid', async (status, sent) => {
  const gateway = await testGateway();
  const answer = await gateway.send(sent);
  expect(answer.status).toBe(status);
  expect(answer.headers['apigw-requestid']).toMatch(/^[\w-]{15}=$/);
  expect(gateway.records).toEqual([{ status, id: answer.headers['apigw-requestid'] }]);
});

/** A function that answers when the test wants it. */
function slowFunction() {
  const [called, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const create = async () => {
    called.resolve();
    await answered.promise;
    return { statusCode: 200 };
  };
  return { create, called: called.promise, answer: answered.resolve };
}

async function stillServes(gateway: TestGateway) {
  expect(await gateway.send()).toMatchObject({ status: 200 });
}

it('a client that breaks off its upload leaves nothing behind', async () => {
  const gateway = await testGateway();
  const upload = whole.replace('2\r\n\r\n{}', '999\r\nExpect: 100-continue\r\n\r\na');
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(upload));
  // The answer 100: the gateway reads the upload.
  await once(socket, 'data');
  socket.resetAndDestroy();
  await stillServes(gateway);
  expect(gateway.events.Create).toHaveLength(1);
  // The gateway closes at the end of this test, which it only can without open requests.
});

it('a client that does not wait for its answer does not disturb the others', async () => {
  const { create, called, answer } = slowFunction();
  const gateway = await testGateway({ create });
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(whole));
  await called;
  socket.destroy();
  answer();
  await stillServes(gateway);
});

it('closing waits for complete requests, ends the others, and accepts no new ones', async () => {
  const { create, called, answer } = slowFunction();
  const gateway = await testGateway({ create });
  const half = whole.replace('2\r\n\r\n{}', '100\r\n\r\nabc');
  const answers = [half, whole].map((text) => gateway.sendBytes(text));
  await called;
  const closed = gateway.close();
  await expect(gateway.send()).rejects.toThrow('ECONNREFUSED');
  answer();
  await closed;
  const statuses = (await Promise.all(answers)).map((text) => text.match(/HTTP\/1\.1 \d+/g));
  expect(statuses).toEqual([null, ['HTTP/1.1 200']]);
  expect(gateway.events.Create).toHaveLength(1);
});

it('does not depend on the time of day: a clock that is set back delays no request', async () => {
  const stage = { DefaultRouteSettings: { ThrottlingRateLimit: 1_000, ThrottlingBurstLimit: 1 } };
  const gateway = await testGateway({ stage });
  expect(await gateway.send()).toMatchObject({ status: 200 });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() - 3_600_000);
  await expect.poll(async () => (await gateway.send()).status).toBe(200);
});

it.each([
  ['no JSON', invalid, 'SyntaxError'],
  [
    'two headers as one',
    { statusCode: 200, headers: { a: 'x\r\nb: y' } },
    'TypeError [ERR_INVALID_CHAR]',
  ],
])('answers 500 if a function returns %s, and logs the reason', async (_, result, reason) => {
  const gateway = await testGateway({ create: () => result });
  expect(await gateway.send()).toMatchObject({ status: 500 });
  expect(gateway.logs).toEqual([expect.stringContaining(`${reason}: `)]);
  expect(gateway.records).toMatchObject([{ status: 500 }]);
});
