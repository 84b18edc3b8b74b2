import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type TestGateway, testGateway } from './test-gateway.ts';

function message(text: string) {
  return JSON.stringify({ message: text });
}
const json = ['Authorization', 'Bearer foo', 'content-type', 'application/json'];
const whole =
  'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nContent-Length: 2\r\n\r\n{}';
const mebibyte = 1024 * 1024;

describe('the size of a request', () => {
  it('may be just below 6 MB as an event', async () => {
    const gateway = await testGateway();
    const body = 'a'.repeat(6 * mebibyte - 2_000);
    expect(await gateway.send({ headers: json, body })).toMatchObject({ status: 200 });
    expect(gateway.events.Create[0]?.['body'].length).toBe(body.length);
  });

  it.each([
    ['a body over 6 MB', json, 'a'.repeat(6 * mebibyte)],
    ['a smaller one that base64 makes larger', json.slice(0, 2), 'a'.repeat(5 * mebibyte)],
    ['a smaller one that escapes make larger', json, '"'.repeat(3.2 * mebibyte)],
  ])('is 413 for %s', async (_, headers, body) => {
    const gateway = await testGateway();
    const { status, text } = await gateway.send({ headers, body });
    expect({ status, text }).toEqual({ status: 413, text: message('Request Entity Too Large') });
    expect(gateway.events.Create).toEqual([]);
  });

  it('? is 413 over 10 MB, before anyone is asked', async () => {
    const gateway = await testGateway();
    const answer = await gateway.send({ headers: json, body: 'a'.repeat(10 * mebibyte + 1) });
    expect(answer).toMatchObject({ status: 413, text: message('Request Entity Too Large') });
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
  });

  it('? is 413 over 10 MB sent in chunks, which announce no length', async () => {
    const gateway = await testGateway();
    const headers = [...json, 'Transfer-Encoding', 'chunked'];
    const answer = await gateway.send({ headers, body: 'a'.repeat(10 * mebibyte + 1) });
    expect(answer).toMatchObject({ status: 413 });
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
  });
});

describe('the request line and the headers', () => {
  const requestOf = (bytes: number, filler: string) => {
    const head = `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nContent-Length: 0\r\nConnection: close\r\n`;
    const rest = bytes - head.length - filler.length;
    return `${head}${filler.replace('*', `*${'a'.repeat(rest)}`)}\r\n`;
  };

  it('? may have 10,240 bytes', async () => {
    const gateway = await testGateway();
    const answer = await gateway.sendBytes(requestOf(10_240, 'X-Long: *\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([10_241, 30_000, 200_000])('? are 431 with %i bytes', async (bytes) => {
    const gateway = await testGateway();
    const answer = await gateway.sendBytes(requestOf(bytes, 'X-Long: *\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('apigw-requestid: ');
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
  });

  it('may be any number of fields within that', async () => {
    const gateway = await testGateway();
    const fields = Array.from({ length: 1_500 }, (_, index) => `${index % 10}: \r\n`).join('');
    const answer = await gateway.sendBytes(requestOf(10_240, `${fields}X-Long: *\r\n`));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(gateway.events.Create[0]?.['headers']['9']).toBe(','.repeat(149));
  });

  it('? are 431 for a long path, too', async () => {
    const gateway = await testGateway();
    const path = `/${'a'.repeat(11_000)}`;
    expect(await gateway.send({ path })).toMatchObject({ status: 431 });
  });
});

describe('every answer', () => {
  it.each([
    [200, {}],
    [401, { headers: [] }],
    [404, { path: '/none' }],
    [413, { headers: json, body: 'a'.repeat(6 * mebibyte) }],
    [431, { path: `/${'a'.repeat(11_000)}` }],
  ])('of status %i has an apigw-requestid', async (status, sent) => {
    const gateway = await testGateway();
    const answer = await gateway.send(sent);
    expect(answer.status).toBe(status);
    expect(answer.headers['apigw-requestid']).toMatch(/^[\w-]{15}=$/);
    expect(gateway.records).toEqual([{ status, id: answer.headers['apigw-requestid'] }]);
  });
});

describe('a client that misbehaves', () => {
  const stillServes = async (gateway: TestGateway) => {
    expect(await gateway.send()).toMatchObject({ status: 200 });
  };

  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a bad header', 'POST /plants HTTP/1.1\r\nHost: localhost\r\nBad Header: 1\r\n\r\n'],
    [
      'two lengths',
      'POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
    ],
    [
      'a length beside chunks',
      'POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no host', 'POST /plants HTTP/1.1\r\nAuthorization: x\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('with %s gets 400 and a closed connection', async (_, text) => {
    const gateway = await testGateway();
    const answer = await gateway.sendBytes(text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain(message('Bad Request'));
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
    await stillServes(gateway);
  });

  it.each([
    ['nonsense', 400, 'nonsense\r\n\r\n'],
    ['a head without end', 431, `POST /plants HTTP/1.1\r\nX: ${'a'.repeat(30_000)}`],
    ['a tunnel', 400, 'CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n'],
  ])('by sending %s is answered %i with an id, and told of', async (_, status, text) => {
    const gateway = await testGateway();
    const answer = await gateway.sendBytes(text);
    const [, id] = /apigw-requestid: (\S+)/.exec(answer) ?? [];
    expect(id).toMatch(/^[\w-]{15}=$/);
    expect(gateway.records).toEqual([{ status, id }]);
  });

  it.each(['RTSP/1.0', 'RTSP/1.1', 'ICE/1.0'])('by speaking %s gets 400', async (protocol) => {
    const gateway = await testGateway();
    const text = whole.replace('HTTP/1.1', protocol);
    expect(await gateway.sendBytes(text)).toMatch(/^HTTP\/1\.1 400 /);
    const after = await gateway.sendBytes(`${text}${whole}`);
    expect(after.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
    await stillServes(gateway);
  });

  it('by speaking RTSP on a connection that was HTTP gets 400', async () => {
    const gateway = await testGateway();
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(whole));
    const answers: string[] = [];
    socket.setEncoding('utf8');
    socket.on('data', (data: string) => {
      answers.push(data);
      if (answers.length === 1) socket.write(whole.replace('HTTP/1.1', 'RTSP/1.0'));
    });
    await once(socket, 'close');
    expect(answers.join('').match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(gateway.events.Create).toHaveLength(1);
  });

  it('by sending a body like a line of RTSP gets it through', async () => {
    const gateway = await testGateway();
    const body = 'POST /plants RTSP/1.0\r\n\r\n';
    const head = `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(head));
    await delay(50);
    socket.write(body);
    socket.resume();
    await once(socket, 'close');
    expect(gateway.events.Create[0]?.['body']).toBe(body);
  });

  it('by expecting what nobody knows is served like any other', async () => {
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
  ])(
    'by hanging up on its side after a request and %s gets what is due',
    async (_, rest, count) => {
      const gateway = await testGateway({ create: () => delay(50, { statusCode: 200 }) });
      const answer = await gateway.sendBytes(`${whole}${rest}`, 'and no more');
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(count).fill('HTTP/1.1 200'));
      expect(gateway.events.Create).toHaveLength(count);
    },
  );

  it('by a request after another on one connection gets both answers', async () => {
    const gateway = await testGateway();
    const good =
      'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nContent-Length: 0\r\n\r\n';
    const answer = await gateway.sendBytes(
      `${good}${good.replace('\r\n', '\r\nConnection: close\r\n')}`,
    );
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });

  it('by nonsense after a good request gets the answer to that, and no other', async () => {
    const gateway = await testGateway({ create: () => delay(100, { statusCode: 200 }) });
    const good =
      'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nContent-Length: 0\r\n\r\n';
    const answer = await gateway.sendBytes(`${good}nonsense\r\n\r\n`);
    expect(answer.match(/HTTP\/1\.1 \d+ /g)).toEqual(['HTTP/1.1 200 ']);
    await stillServes(gateway);
  });

  it('by being slow gets 408', async () => {
    const gateway = await testGateway({ requestMilliseconds: 100 });
    const answer = await gateway.sendBytes(
      'POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Le',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain(message('Request Timeout'));
    await stillServes(gateway);
  });

  it('by sending its body slowly gets 408, too', async () => {
    const gateway = await testGateway({ requestMilliseconds: 100 });
    const answer = await gateway.sendBytes(
      'POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
    await stillServes(gateway);
  });

  it('by breaking off its upload leaves nothing behind', async () => {
    const gateway = await testGateway();
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(gateway.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\nContent-Length: 999\r\n\r\na',
      );
      await delay(1);
      socket.resetAndDestroy();
    }
    await stillServes(gateway);
    expect(gateway.events.Create).toHaveLength(1);
    // The gateway closes at the end of this test, which it only can without open requests.
  });

  it('by not waiting for its answer does not disturb the others', async () => {
    const gateway = await testGateway({ create: () => delay(50, { statusCode: 200 }) });
    const impatient = request({
      port: gateway.port,
      method: 'POST',
      path: '/plants',
      headers: { authorization: 'x' },
    });
    impatient.on('error', () => {});
    impatient.end();
    await delay(20);
    impatient.destroy();
    await stillServes(gateway);
  });
});
