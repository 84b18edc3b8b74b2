import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { serveDocs } from '../../../commands/start/docs-server.ts';
import { contract, path } from '../../setup/contract.ts';

const gateway = vi.fn(async (request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(400).end(await text(request));
});
const docs = await serveDocs(
  { host: '127.0.0.1', ports: [0] },
  { url: 'http://127.0.0.1:3456', listener: gateway },
  "token_'</script>",
);
afterAll(() => docs.close());

interface Options {
  readonly onComplete: () => void;
  readonly requestInterceptor: (request: { url: string }) => unknown;
}

it('shows the contract with the token of this run, and loads nothing from another host', async () => {
  const page = await fetch(docs.url);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self';/);
  const html = await page.text();
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    const answer = await fetch(new URL(file, docs.url));
    expect([new URL(file, docs.url).origin, answer.status]).toEqual([docs.url, 200]);
  }
  const script = await (await fetch(`${docs.url}/swagger-initializer.js`)).text();
  const preauthorizeApiKey = vi.fn();
  const settings = { presets: { apis: [] } };
  const SwaggerUIBundle = vi.fn(() => ({ preauthorizeApiKey }));
  const window: { onload?: () => void } = {};
  new Function('window', 'location', 'SwaggerUIBundle', script)(
    window,
    new URL(docs.url),
    Object.assign(SwaggerUIBundle, settings),
  );
  window.onload?.();
  const [options] = SwaggerUIBundle.mock.calls[0] as unknown as [Options];
  expect(options).toMatchObject({ url: 'openapi.yaml', validatorUrl: null });
  const url = `http://127.0.0.1:3456${path}/1?a=1`;
  expect(options.requestInterceptor({ url })).toEqual({ url: `${docs.url}${path}/1?a=1` });
  options.onComplete();
  const schemes = Object.keys(contract.components.securitySchemes);
  expect(preauthorizeApiKey).toHaveBeenCalledExactlyOnceWith(schemes[0], "token_'</script>");
});

it.each(['/', '/openapi.yaml'])('lets no page of another site show or guess %s', async (url) => {
  const { headers } = await fetch(docs.url + url);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

it('serves the contract with the server of this run', async () => {
  const servers = [{ url: 'http://127.0.0.1:3456', description: 'npm start' }];
  const served = { ...contract, servers };
  expect(parse(await (await fetch(`${docs.url}/openapi.yaml?now`)).text())).toEqual(served);
});

it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  'passes a request %s to the gateway, which answers it',
  async (method) => {
    const body = method === 'GET' ? undefined : '{"id":1}';
    const answer = await fetch(`${docs.url}${path}/1?a=1`, { method, ...(body && { body }) });
    expect([answer.status, await answer.text()]).toEqual([400, body ?? '']);
    const [request] = gateway.mock.lastCall ?? expect.fail();
    expect([request.method, request.url]).toEqual([method, `${path}/1?a=1`]);
  },
);

it.each(['/../package.json', '/index.js'])('serves no other file: not %s', async (url) => {
  expect((await fetch(docs.url + url)).status).toBe(400);
});
