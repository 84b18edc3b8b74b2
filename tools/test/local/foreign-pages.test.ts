import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { serveDocs } from '../../commands/start/docs-server.ts';
import { startService } from '../../local/local-service.ts';
import { path as contractPath } from '../setup/contract.ts';

// Requests of pages of other sites to the ports of npm start, by their own name or by DNS rebinding.

const service = await startService();
const docs = await serveDocs({ host: '127.0.0.1', ports: [0] }, service, '');
afterAll(async () => {
  await docs.close();
  await service.close();
});
// The port, and a path on it.
const servers = [
  ['the gateway', service.url, contractPath],
  ['the tables', service.dynamodb, '/'],
  ['the docs', docs.url, '/'],
] as const;

/** Unlike fetch, it sends the Host that it gets. */
async function send(url: string, method: string, path: string, headers: Record<string, string>) {
  const outgoing = request(new URL(path, url), { method, headers });
  outgoing.end(method === 'POST' ? '{}' : undefined);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

// tools/test/local/foreign-request.test.ts has all forms of foreign hosts and origins.
it.each(servers)('%s refuses a page of another site, with the reason', async (_, url, path) => {
  const { host } = new URL(url);
  for (const headers of [{ host, origin: 'http://evil.example' }, { host: 'evil.example' }]) {
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      const answer = await send(url, method, path, headers);
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.body)).toEqual({ message: expect.stringMatching(/\bHost\b/) });
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  }
});

it('no page can frame the docs, and no browser guesses their type', async () => {
  const { headers } = await send(docs.url, 'GET', '/', {});
  expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'(;|$)/);
  expect(headers['x-content-type-options']).toBe('nosniff');
});
