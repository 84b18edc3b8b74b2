import { describe, expect, it } from 'vitest';
import { requestHeaders } from '../../../../infra/local/gateway/event.ts';

function read(rawHeaders: string[]) {
  return requestHeaders({
    id: 'any',
    method: 'POST',
    target: '/',
    protocol: 'HTTP/1.1',
    rawHeaders,
    body: Buffer.from('five!'),
    sourceIp: '203.0.113.7',
    port: 3000,
    receivedAt: 0x66705bc7 * 1000 + 999,
  });
}

describe('the headers of an event', () => {
  it('are those of the request, and those that the gateway adds', () => {
    const { headers, cookies } = read(['Host', 'here', 'X-Odd', '']);
    expect({ ...headers }).toEqual({
      host: 'here',
      'x-odd': '',
      'content-length': '5',
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-66705bc7-[0-9a-f]{24}$/),
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-port': '3000',
      'x-forwarded-proto': 'http',
    });
    expect(cookies).toEqual([]);
  });

  it('are joined if they repeat, also under the name __proto__', () => {
    const { headers } = read(['a', '1', 'A', '', 'a', '3', '__proto__', 'own']);
    expect(headers['a']).toBe('1,,3');
    expect(Object.entries(headers)).toContainEqual(['__proto__', 'own']);
  });

  it('count the body anew and name this hop, whatever was sent', () => {
    const sent = ['content-length', '9', 'x-forwarded-port', '1', 'x-forwarded-proto', 'https'];
    expect(read(sent).headers).toMatchObject({
      'content-length': '5',
      'x-forwarded-port': '3000',
      'x-forwarded-proto': 'http',
    });
  });

  it('keep the trace id and go on with the list of hops', () => {
    const sent = ['x-amzn-trace-id', 'Root=1-2-3', 'x-forwarded-for', '198.51.100.1'];
    expect(read(sent).headers).toMatchObject({
      'x-amzn-trace-id': 'Root=1-2-3',
      'x-forwarded-for': '198.51.100.1, 203.0.113.7',
    });
  });

  it.each([
    'Connection',
    'Expect',
    'Keep-Alive',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
  ])('lack %s, which concerns one connection', (name) => {
    expect(read([name, 'any']).headers).not.toHaveProperty([name.toLowerCase()]);
  });

  it('lack cookies, which come apart', () => {
    const { headers, cookies } = read(['Cookie', 'a=1;  b=2 ;;', 'cookie', ' ', 'COOKIE', 'c']);
    expect(cookies).toEqual(['a=1', 'b=2', 'c']);
    expect(headers).not.toHaveProperty('cookie');
  });
});
