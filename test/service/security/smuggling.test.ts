import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testGateway } from '../../tools/local/gateway/test-gateway.ts';

const start = 'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: first\r\n';
const smuggled =
  'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: smuggled\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const long = '1'.repeat(11_000);
const chunk = '0\r\n\r\n';
const chunked = `${start}Transfer-Encoding: chunked\r\n\r\n`;

/** The head or body of a request that is not valid, or that two servers could read as one or as two requests. */
const ambiguous: [string, string][] = [
  ['CL.TE', `${start}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`],
  ['TE.CL', `${start}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n`],
  ['TE.TE', `${start}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n${chunk}`],
  ['TE.TE, chunked last', `${start}Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ['chunked twice', `${start}Transfer-Encoding: chunked, chunked\r\n\r\n${chunk}`],
  ['an unknown coding first', `${start}Transfer-Encoding: x, chunked\r\n\r\n${chunk}`],
  ['an unknown coding', `${start}Transfer-Encoding: xchunked\r\n\r\n${chunk}`],
  ['identity', `${start}Transfer-Encoding: identity\r\n\r\n`],
  ['gzip', `${start}Transfer-Encoding: gzip\r\n\r\n`],
  ['a quoted coding', `${start}Transfer-Encoding: "chunked"\r\n\r\n${chunk}`],
  ['a vertical tab before a coding', `${start}Transfer-Encoding: \vchunked\r\n\r\n${chunk}`],
  ['a space before the colon', `${start}Transfer-Encoding : chunked\r\n\r\n${chunk}`],
  ['a space before the colon of a length', `${start}Content-Length : 5\r\n\r\n${chunk}`],
  ['a folded coding', `${start}Transfer-Encoding:\r\n chunked\r\n\r\n${chunk}`],
  ['a folded header', `${start}X-Any: 1\r\n  2\r\nContent-Length: 0\r\n\r\n`],
  ['a header that starts with a space', `${start.replace('\r\n', '\r\n ')}\r\n\r\n`],
  ['the same length twice', `${start}Content-Length: 5\r\nContent-Length: 5\r\n\r\n${chunk}`],
  ['a list of lengths', `${start}Content-Length: 5, 5\r\n\r\n${chunk}`],
  ['the length +5', `${start}Content-Length: +5\r\n\r\n${chunk}`],
  ['the length -5', `${start}Content-Length: -5\r\n\r\n${chunk}`],
  ['the length 0x5', `${start}Content-Length: 0x5\r\n\r\n${chunk}`],
  ['the length 5 0', `${start}Content-Length: 5 0\r\n\r\n${chunk}`],
  ['no length in its header', `${start}Content-Length:\r\n\r\n`],
  ['a length beyond 64 bits', `${start}Content-Length: 18446744073709551621\r\n\r\n${chunk}`],
  ['bare line feeds', `${start}Content-Length: 0\r\n\r\n`.replaceAll('\r\n', '\n')],
  ['one bare line feed', `${start}X-Any: 1\nContent-Length: 0\r\n\r\n`],
  ['a bare carriage return', `${start}X-Any: 1\rContent-Length: 5\r\n\r\n`],
  ['NUL in a value', `${start}X-Any: a\0b\r\nContent-Length: 0\r\n\r\n`],
  ['NUL in a name', `${start}X\0Any: b\r\nContent-Length: 0\r\n\r\n`],
  ['NUL in the path', `${start.replace('/plants', '/pl\0ants')}Content-Length: 0\r\n\r\n`],
  ['a tab in the request line', `${start.replace(' /plants ', '\t/plants\t')}\r\n`],
  ['a version too many', `${start.replace('1.1', '1.1 HTTP/1.1')}Content-Length: 0\r\n\r\n`],
  ['a line feed in an extension', `${chunked}1;a\nb\r\na\r\n`],
  ['chunks that end their lines bare', `${chunked}1\na\n0\n\n`],
  ['a chunk longer than it says', `${chunked}1\r\nab\r\n${chunk}`],
  ['the chunk size 0x0', `${chunked}0x0\r\n\r\n`],
  ['the chunk size -1', `${chunked}-1\r\n\r\n`],
  ['a chunk size with a space', `${chunked}0 \r\n\r\n`],
  ['a chunk size beyond 64 bits', `${chunked}${'f'.repeat(17)}\r\n`],
  ['a length in a trailer', `${chunked}0\r\nContent-Length: 5\r\n\r\n`],
  ['no host', 'POST /plants HTTP/1.1\r\nContent-Length: 0\r\n\r\n'],
  ...['', 'x/y', 'x@y', 'x y', 'localhost\r\nHost: localhost'].map((host): [string, string] => [
    `the host ${JSON.stringify(host)}`,
    `${start.replace('localhost', host)}Content-Length: 0\r\n\r\n`,
  ]),
  ['an empty coding', `${start}Transfer-Encoding:\r\n\r\n${chunk}`],
  ['chunks in HTTP/1.0', `${chunked.replace('1.1', '1.0')}${chunk}`],
  ['HTTP/1.2', `${start.replace('1.1', '1.2')}Content-Length: 0\r\n\r\n`],
  ['HTTP/2.0', `${start.replace('1.1', '2.0')}Content-Length: 0\r\n\r\n`],
  ['HTTP/0.9', 'POST /plants\r\n\r\n'],
  ['a long method', start.replace('POST', long)],
  ['a long version', `${start.replace('1.1', `1.${long}`)}Content-Length: 0\r\n\r\n`],
  ['a long length', `${start}Content-Length: ${'9'.repeat(5_000)}\r\n\r\n`],
  ['a long chunk extension', `${chunked}1;${long}${long}\r\n`],
  ['a long chunk size', `${chunked}${'0'.repeat(5_000)}1g\r\n`],
  ["HTTP/2's preface", 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
];

function statuses(answers: string): string[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status = '']) => status);
}

describe('a request that two servers can read differently', () => {
  it.each(ambiguous)('with %s is refused, also the request that it hides', async (_, text) => {
    const gateway = await testGateway();
    expect(statuses(await gateway.sendBytes(text + smuggled))).toEqual(['400']);
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
    // It is also refused after two good requests. The gateway can close the connection before it answers the third one.
    const good = `${start}Content-Length: 0\r\n\r\n`;
    const [first, second, ...others] = statuses(
      await gateway.sendBytes(good + good + text + smuggled),
    );
    expect([first, second]).toEqual(['200', '200']);
    expect(['', '400']).toContain(others.join());
    expect(gateway.events.Create).toHaveLength(2);
  });
});

it('CONNECT ends the connection, also for the request behind it', async () => {
  const gateway = await testGateway();
  const tunnel = 'CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n';
  expect(await gateway.sendBytes(tunnel + smuggled)).toBe('');
  expect(gateway.events).toEqual({ Authorize: [], Create: [] });
});

describe('a request that all servers read in the same way', () => {
  const chunksOfA = `${'1\r\na\r\n'.repeat(100_000)}0\r\n\r\n`;
  const bodies: [string, string, string][] = [
    ['a length with a zero before it', 'Content-Length: 03\r\n\r\nabc', 'abc'],
    ['a chunk extension', 'Transfer-Encoding: chunked\r\n\r\n3;a="b;c"\r\nabc\r\n0\r\n\r\n', 'abc'],
    ['a coding in capitals', 'Transfer-Encoding: CHUNKED\r\n\r\n3\r\nabc\r\n0\r\n\r\n', 'abc'],
    ['a tab before its coding', 'Transfer-Encoding:\tchunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n', 'abc'],
    ['many chunks', `Transfer-Encoding: chunked\r\n\r\n${chunksOfA}`, 'a'.repeat(100_000)],
    ['a request as its body', `Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`, smuggled],
  ];

  it.each(bodies)('with %s is one request', async (_, rest, body) => {
    const gateway = await testGateway();
    const text = `${start}Content-Type: text/plain\r\nConnection: close\r\n${rest}`;
    expect(statuses(await gateway.sendBytes(text))).toEqual(['200']);
    expect(gateway.events.Create.map((event) => event['body'])).toEqual([body]);
  });

  it.each([
    ['HTTP/1.0', '1.1', '1.0'],
    ['an IPv6 host', 'localhost', '[::1]:3000'],
  ])('with %s is served', async (_, usual, other) => {
    const gateway = await testGateway();
    const text = `${start.replace(usual, other)}Connection: close\r\nContent-Length: 0\r\n\r\n`;
    expect(statuses(await gateway.sendBytes(text))).toEqual(['200']);
  });

  it('takes no header from a trailer', async () => {
    const gateway = await testGateway();
    const head = start.replace('Authorization: first', 'Connection: close');
    const trailer = '0\r\nAuthorization: trailer\r\nX-Forwarded-For: trailer\r\n\r\n';
    const text = `${head}Transfer-Encoding: chunked\r\n\r\n${trailer}`;
    expect(statuses(await gateway.sendBytes(text))).toEqual(['401']);
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
  });
});

it('a request with Connection: close is answered, and the next one is not carried out', async () => {
  const gateway = await testGateway({ create: () => delay(20, { statusCode: 201 }) });
  const last = `${start}Connection: close\r\nContent-Length: 0\r\n\r\n`;
  expect(statuses(await gateway.sendBytes(last + smuggled))).toEqual(['201']);
  expect(gateway.events.Create).toHaveLength(1);
});
