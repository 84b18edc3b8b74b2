import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { heapInUse } from '../../../heap-in-use.ts';
import { randomFrom } from '../../../random.ts';
import { invalid, type TestFunction, type TestGateway, testGateway } from './test-gateway.ts';

function message(text: string) {
  return JSON.stringify({ message: text });
}
const json = ['Authorization', 'Bearer foo', 'content-type', 'application/json'];
const whole =
  'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nContent-Length: 2\r\n\r\n{}';
const mebibyte = 1024 * 1024;
const tooLong = 'a'.repeat(10 * mebibyte + 1);

describe('the size of a request', () => {
  it('may be just below 6 MB as an event', async () => {
    const gateway = await testGateway();
    const body = 'a'.repeat(6 * mebibyte - 2_000);
    expect(await gateway.send({ headers: json, body })).toMatchObject({ status: 200 });
    expect(gateway.events.Create[0]?.['body'].length).toBe(body.length);
  });

  it.each([
    ['a body over 6 MB', json, 'a'.repeat(6 * mebibyte), 1],
    ['a smaller one that base64 makes larger', json.slice(0, 2), 'a'.repeat(5 * mebibyte), 1],
    ['a smaller one that escapes make larger', json, '"'.repeat(3.2 * mebibyte), 1],
    ['a body over 10 MB, before a function is called', json, tooLong, 0],
    ['the same one in chunks', [...json, 'Transfer-Encoding', 'chunked'], tooLong, 0],
  ])('is 413 for %s', async (_, headers, body, authorized) => {
    const gateway = await testGateway();
    const { status, text } = await gateway.send({ headers, body });
    expect({ status, text }).toEqual({ status: 413, text: message('Request Entity Too Large') });
    expect(gateway.events.Authorize).toHaveLength(authorized);
    expect(gateway.events.Create).toEqual([]);
  });
});

describe('the request line and the headers', () => {
  const requestOf = (bytes: number, filler: string) => {
    const head = `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nContent-Length: 0\r\nConnection: close\r\n`;
    const rest = bytes - head.length - filler.length;
    return `${head}${filler.replace('*', `*${'a'.repeat(rest)}`)}\r\n`;
  };

  it.each([
    [10_240, 200, 1],
    [10_241, 431, 0],
    [200_000, 431, 0],
  ])('with %i bytes get the answer %i', async (bytes, status, called) => {
    const gateway = await testGateway();
    const answer = await gateway.sendBytes(requestOf(bytes, 'X-Long: *\r\n'));
    expect(answer).toMatch(`HTTP/1.1 ${status} `);
    expect(gateway.events.Authorize).toHaveLength(called);
  });

  it('may be any number of fields within that', async () => {
    const gateway = await testGateway();
    const fields = Array.from({ length: 1_500 }, (_, index) => `${index % 10}: \r\n`).join('');
    const answer = await gateway.sendBytes(requestOf(10_240, `${fields}X-Long: *\r\n`));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(gateway.events.Create[0]?.['headers']['9']).toBe(','.repeat(149));
  });
});

it.each([
  [200, {}],
  [404, { method: 'HEAD' }],
  [431, { path: `/${'a'.repeat(11_000)}` }],
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

/** The bodies of answers that follow each other. `100 Continue` is allowed before each of them. */
function bodiesIn(answers: string): string[] {
  const bodies = [];
  for (let rest = answers; rest !== ''; ) {
    const [head = rest, length = ''] =
      /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 200 OK\r\n(?:[\w-]+: [^\r]*\r\n)*?content-length: (\d+)\r\n(?:[\w-]+: [^\r]*\r\n)*\r\n/i.exec(
        rest,
      ) ?? [];
    bodies.push(rest.slice(head.length, head.length + Number(length)));
    rest = rest.slice(head.length + Number(length));
  }
  return bodies;
}

describe('the memory of twenty requests', () => {
  const start =
    'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nConnection: close\r\n';
  const chunked = `${start}Transfer-Encoding: chunked\r\n\r\n`;
  it.each([
    ['chunks of one byte', `${chunked}${'1\r\na\r\n'.repeat(10_000)}0\r\n\r\n`],
    ['trailers of one byte', `${chunked}0\r\n${'a:\r\n'.repeat(10_000)}\r\n`],
  ])('is not more than ten times their bytes, here in %s', async (_, text) => {
    // The heap also holds compiled code and parts of other tests, which is more than one request needs.
    const texts = Array.from({ length: 20 }, () => text);
    const measured = Promise.withResolvers<number>();
    let called = 0;
    const gateway = await testGateway({
      create: async () => {
        called += 1;
        if (called === texts.length) measured.resolve(heapInUse());
        await measured.promise;
        return { statusCode: 200 };
      },
    });
    const before = heapInUse();
    for (const answer of await Promise.all(texts.map((each) => gateway.sendBytes(each))))
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect((await measured.promise) - before).toBeLessThan(10 * texts.length * text.length);
  });
});

describe('a client that misbehaves', () => {
  // More requests of this kind are in test/service/security/smuggling.test.ts.
  it.each([
    ['nonsense', 400, 'Bad Request', 'nonsense\r\n\r\n'],
    ['TLS', 400, 'Bad Request', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    [
      'a head without end',
      431,
      'Request Header Fields Too Large',
      `POST /plants HTTP/1.1\r\nX: ${'a'.repeat(30_000)}`,
    ],
  ])('by sending %s is answered %i with an id, and reported', async (_, status, name, text) => {
    const gateway = await testGateway();
    const answer = await gateway.sendBytes(text);
    const [, id] = /apigw-requestid: (\S+)/.exec(answer) ?? [];
    expect(id).toMatch(/^[\w-]{15}=$/);
    expect(answer.startsWith(`HTTP/1.1 ${status} ${name}\r\n`)).toBe(true);
    expect(answer).toContain(message(name));
    expect(gateway.records).toEqual([{ status, id }]);
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
    await stillServes(gateway);
  });

  it.each([
    ['too large a body', '20000000', '413 Payload Too Large'],
    ['another plant', '2', '100 Continue'],
  ])('by announcing %s behind a request gets whole answers', async (_, length, status) => {
    const gateway = await testGateway({ create: () => ({ statusCode: 200, body: 'done' }) });
    const announced = `Content-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;
    const second = whole.replace('Content-Length: 2\r\n\r\n{}', announced);
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(whole + second));
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    await vi.waitUntil(() => text.endsWith(status === '100 Continue' ? '\r\n\r\n' : '}'), 30_000);
    expect(text.match(/HTTP\/1\.1 [^\r]*|done/g)).toEqual([
      'HTTP/1.1 200 OK',
      'done',
      `HTTP/1.1 ${status}`,
    ]);
  });

  it('by sending heads, bodies and ends in any pieces gets exactly its answers, in their order', async () => {
    const create: TestFunction = ({ body }) =>
      delay(Number(body[0]), { statusCode: 200, body, headers: { 'content-type': 'text/plain' } });
    for (let seed = 0; seed < 20; seed += 1) {
      const { below, chance } = randomFrom(seed);
      const bodies = Array.from({ length: 6 }, () => `${below(9)}${'a'.repeat(below(99))}`);
      const parts = bodies.flatMap((body, index) => {
        const isChunked = chance(0.5);
        const head = [
          'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nContent-Type: text/plain',
          isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
          ...(chance(0.7) ? ['Expect: 100-continue'] : []),
          ...(index === 5 ? ['Connection: close'] : []),
        ].join('\r\n');
        const chunks = [`${body.length.toString(16)}\r\n${body}\r\n`, '0\r\n\r\n'];
        return [`${head}\r\n\r\n`, ...(isChunked ? chunks : [body])];
      });
      const gateway = await testGateway({ create });
      const answers = await gateway.sendBytes(parts);
      expect(bodiesIn(answers), `seed ${seed}`).toEqual(bodies);
    }
  });

  it('by an unknown expectation is served like any other', async () => {
    const gateway = await testGateway();
    const headers = ['Authorization', 'x', 'Expect', 'banana'];
    const answer = await gateway.send({ headers });
    expect(answer).toMatchObject({ status: 200 });
    expect(gateway.records).toEqual([{ status: 200, id: answer.headers['apigw-requestid'] }]);
  });

  it.each([
    ['nothing', '', 1],
    ['another', whole, 2],
    ['nonsense', 'nonsense\r\n\r\n', 1],
    ['half a head', 'POST /plants HTTP/1.1\r\nHo', 1],
  ])('by ending its side after a request and %s gets each due answer', async (_, rest, count) => {
    const gateway = await testGateway({ create: () => delay(50, { statusCode: 200 }) });
    const answer = await gateway.sendBytes(`${whole}${rest}`, 'and no more');
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(count).fill('HTTP/1.1 200'));
    expect(gateway.events.Create).toHaveLength(count);
  });

  it.each(['Content-Le', 'Content-Length: 9\r\n\r\nabc'])(
    'by sending only "%s" gets 408',
    async (rest) => {
      const gateway = await testGateway({ requestMilliseconds: 100 });
      const text = `POST /plants HTTP/1.1\r\nHost: localhost\r\n${rest}`;
      const answer = await gateway.sendBytes(text);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain(message('Request Timeout'));
      expect(gateway.events).toEqual({ Authorize: [], Create: [] });
      // On a busy machine, a good request can also take longer than this gateway's limit.
      await vi.waitUntil(async () => (await gateway.send()).status === 200, 30_000);
    },
  );

  it('by breaking off its upload leaves nothing behind', async () => {
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

  it('by not waiting for its answer does not disturb the others', async () => {
    const { create, called, answer } = slowFunction();
    const gateway = await testGateway({ create });
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(whole));
    await called;
    socket.destroy();
    answer();
    await stillServes(gateway);
  });
});

it('closing waits for complete requests, ends the others, and accepts no new ones', async () => {
  const { create, called, answer } = slowFunction();
  const gateway = await testGateway({ create });
  const half = whole.replace('2\r\n\r\n{}', '100\r\n\r\nabc');
  const answers = [half, whole + half].map((text) => gateway.sendBytes(text));
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

it('logs an error of its report, and continues', async () => {
  const gateway = await testGateway({
    onAnswer() {
      throw new TypeError('no report');
    },
  });
  await stillServes(gateway);
  await stillServes(gateway);
  expect(gateway.logs[0]).toMatch(/ cannot be reported: TypeError: no report$/);
});

it.each([
  ['no JSON', invalid, 'SyntaxError'],
  [
    'no name of a header',
    { statusCode: 200, headers: { 'no name': '' } },
    'TypeError [ERR_INVALID_HTTP_TOKEN]',
  ],
  [
    'two headers as one',
    { statusCode: 200, headers: { a: 'x\r\nb: y' } },
    'TypeError [ERR_INVALID_CHAR]',
  ],
])('answers 500 if a function returns %s, and logs the reason', async (_, result, reason) => {
  const gateway = await testGateway({ create: () => result });
  expect(await gateway.send()).toMatchObject({ status: 500 });
  expect(gateway.logs).toEqual([expect.stringContaining(` failed: ${reason}: `)]);
  expect(gateway.records).toMatchObject([{ status: 500 }]);
});
