import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { serveDocs } from '../../../tools/commands/start/docs-server.ts';
import { startPlantStore } from '../../../tools/commands/start/service.ts';
import { foreignMessage } from '../../../tools/local/machine/own-address.ts';
import { findRun } from '../../../tools/local/tables/data-folder.ts';
import { apiId } from '../../../tools/local/template/fake-account.ts';
import { path as contractPath } from '../../setup/plants.ts';
import { assembly } from '../../setup/synthesized.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

// Requests of pages of other sites to the ports of npm start, by their own name or by DNS rebinding.

const folder = temporaryFolder();
const store = await startPlantStore({ assembly, data: folder });
const docs = await serveDocs({ host: '127.0.0.1', ports: [0] }, store);
afterAll(async () => {
  await docs.close();
  await store.close();
});
// The port, and a path on it.
const servers = [
  ['the gateway', store.url, contractPath],
  ['the tables', store.dynamodb, '/'],
  ['the docs', docs.url, '/'],
  ['the management API', (await findRun(folder))?.apigateway ?? '', '/v2/apis'],
] as const;

/** Unlike fetch, it sends the Host that it gets. */
async function send(url: string, method: string, path: string, headers: Record<string, string>) {
  const outgoing = request(new URL(path, url), { method, headers });
  outgoing.end(method === 'POST' ? '{}' : undefined);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

// test/tools/local/machine/own-address.test.ts has all forms of foreign hosts and origins.
it.each(servers)('%s refuses a page of another site, with the reason', async (_, url, path) => {
  const { host } = new URL(url);
  for (const headers of [{ host, origin: 'http://evil.example' }, { host: 'evil.example' }]) {
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      const answer = await send(url, method, path, headers);
      expect(answer.status).toBe(403);
      expect(answer.body).toContain(foreignMessage);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  }
});

it('only the tables answer a container', async () => {
  const own = new URL(store.dynamodb);
  const host = `host.docker.internal:${own.port}`;
  const statuses = servers.map(async ([name, url, path]) => {
    const { status } = await send(url, 'GET', path, { host });
    return [name, status];
  });
  expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
    'the gateway': 403,
    'the tables': 200,
    'the docs': 403,
    'the management API': 403,
  });
});

it('only who can read run.json can clear the cache', async () => {
  const [, , , [, url]] = servers;
  const cache = `/v2/apis/${apiId}/stages/$default/cache/authorizers`;
  expect((await send(url, 'DELETE', `/other${cache}`, {})).status).toBe(404);
  expect((await send(url, 'DELETE', new URL(url).pathname + cache, {})).status).toBe(204);
});

it('no page can frame the docs, and no browser guesses their type', async () => {
  const { headers } = await send(docs.url, 'GET', '/', {});
  expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'(;|$)/);
  expect(headers['x-content-type-options']).toBe('nosniff');
});
