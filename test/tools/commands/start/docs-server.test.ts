import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it, vi } from 'vitest';
import lock from '../../../../package-lock.json' with { type: 'json' };
import { serveDocs } from '../../../../tools/commands/start/docs-server.ts';
import { contractText, readContract } from '../../../../tools/contract/contract.ts';
import { exchange } from '../../../setup/exchange.ts';
import { path } from '../../../setup/plants.ts';

const gateway = vi.fn(async (request: IncomingMessage, response: ServerResponse) => {
  const body = await text(request);
  response.writeHead(400, { 'apigw-requestid': 'x=', 'content-type': 'application/json' });
  response.end(JSON.stringify({ method: request.method, url: request.url, body }));
});
const upstream = createServer((request, response) => void gateway(request, response));
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const gatewayUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
const here = { host: '127.0.0.1', ports: [0] };
const docs = await serveDocs(here, { url: gatewayUrl, token: "plant_'</script>" });
afterAll(async () => {
  await docs.close();
  upstream.close();
});

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
  new Function('window', 'SwaggerUIBundle', script)(
    window,
    Object.assign(SwaggerUIBundle, settings),
  );
  window.onload?.();
  const [options] = SwaggerUIBundle.mock.calls[0] as unknown as [{ onComplete: () => void }];
  expect(options).toMatchObject({ url: 'openapi.yaml', validatorUrl: null });
  options.onComplete();
  const schemes = Object.keys(Object(readContract().components).securitySchemes);
  expect(preauthorizeApiKey).toHaveBeenCalledExactlyOnceWith(schemes[0], "plant_'</script>");
});

it('installs no telemetry', () => {
  expect(Object.keys(lock.packages).filter((name) => name.includes('scarf'))).toEqual([]);
});

it('serves the contract as YAML and as JSON', async () => {
  expect(await (await fetch(`${docs.url}/openapi.yaml`)).text()).toBe(contractText());
  expect(await (await fetch(`${docs.url}/openapi.json`)).json()).toEqual(readContract());
});

it('forwards a request and its answer, without the headers of its connection', async () => {
  gateway.mockClear();
  const headers = { authorization: 'Bearer plant_x', origin: docs.url, te: 'trailers' };
  const answer = await exchange(docs.url + path, { agent: new Agent(), headers, body: '{"id":1}' });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toEqual({ method: 'POST', url: path, body: '{"id":1}' });
  const received = gateway.mock.calls[0]?.[0].headers;
  expect(received).toMatchObject({
    authorization: 'Bearer plant_x',
    host: new URL(gatewayUrl).host,
  });
  for (const name of ['origin', 'te']) expect(received).not.toHaveProperty(name);
});

it.each([
  ['GET', path],
  ['POST', '/'],
  ['GET', '/../package.json'],
  ['GET', '/index.js'],
])('does not forward %s %s, and says what there is', async (method, url) => {
  gateway.mockClear();
  const answer = await fetch(docs.url + url, { method });
  expect({ status: answer.status, text: await answer.text() }).toEqual({
    status: 404,
    text: expect.stringContaining('/openapi.yaml'),
  });
  expect(gateway).not.toHaveBeenCalled();
});

it('answers 502 if the gateway does not answer', async () => {
  const alone = await serveDocs(here, { url: 'http://127.0.0.1:1', token: '' });
  const answer = await fetch(alone.url + path, { method: 'POST', body: '{}' });
  expect([answer.status, await answer.text()]).toEqual([
    502,
    'Nothing answers at http://127.0.0.1:1.',
  ]);
  await alone.close();
});
