import { afterAll, describe, expect, it, vi } from 'vitest';
import { authorize } from '../../../functions/authorize/authorize.ts';
import { digestOf } from '../../../functions/authorize/token.ts';
import { generateToken } from '../../../tools/commands/token/generate-token.ts';
import { sendBytes, testGateway } from '../../setup/gateway.ts';
import { path } from '../../setup/plants.ts';

const info = vi.spyOn(console, 'info').mockImplementation(() => {});
afterAll(() => info.mockRestore());

const [token, other] = [generateToken(), generateToken()];
const clients = new Map([
  [digestOf(token), { client: 'nursery', lastFour: token.slice(-4) }],
  [digestOf(other), { client: 'garden', lastFour: other.slice(-4) }],
]);
const decide = authorize(async (digest) => clients.get(digest));

/** The real authorizer behind the real gateway, with two tokens that it knows. */
function guarded() {
  return testGateway({ authorize: (event) => decide(event as never) });
}

const good = `Bearer ${token}`;

/** The bytes of a request, because Node's own client would join or replace headers. */
function requestWith(headers: readonly string[]): string {
  const lines = headers.flatMap((name, index) =>
    index % 2 === 0 ? `${name}: ${headers[index + 1]}\r\n` : [],
  );
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n${lines.join('')}\r\n`;
}

const shapes: [string, string[], number][] = [
  ['a header in any case', ['aUTHORIZATION', good], 200],
  ['a scheme in any case', ['Authorization', `bEARER   ${token}`], 200],
  ['blanks around it', ['Authorization', ` \t${good}\t `], 200],
  ['two headers', ['Authorization', good, 'Authorization', good], 403],
  ['another token before it', ['Authorization', `Bearer ${other}`, 'Authorization', good], 403],
  ['nonsense before it', ['Authorization', 'x', 'authorization', good], 403],
  ['a proxy header', ['Proxy-Authorization', good], 401],
  ['a header that is rewritten elsewhere', ['X-Amzn-Remapped-Authorization', good], 401],
  ['a header of blanks', ['Authorization', ' \t '], 401],
];

describe('a valid token', () => {
  it.each(shapes)('in %s', async (_, headers, status) => {
    const gateway = await guarded();
    const text = requestWith(headers);
    expect(await sendBytes(gateway.url, text)).toMatch(`HTTP/1.1 ${status} `);
    expect(gateway.created).toHaveLength(status === 200 ? 1 : 0);
    // Again, now with the gateway's cache.
    expect(await sendBytes(gateway.url, text)).toMatch(`HTTP/1.1 ${status} `);
  });

  it('always gives its own client, after any other token', async () => {
    const gateway = await guarded();
    for (const one of [token, other, token, other, `${token}x`, `${token},${token}`, other]) {
      const headers = { authorization: `Bearer ${one}` };
      await fetch(gateway.url + path, { method: 'POST', headers });
    }
    expect(
      gateway.created.map(({ requestContext }) => requestContext.authorizer.lambda.client),
    ).toEqual(['nursery', 'garden', 'nursery', 'garden', 'garden']);
  });
});
