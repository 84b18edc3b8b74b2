import http, { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveDocs } from '../../../../tools/commands/start/docs-server.ts';
import { contractText } from '../../../../tools/contract/contract.ts';
import { exchange } from '../../../exchange.ts';
import { path } from '../../../plants.ts';
import { testGateway } from '../../local/gateway/test-gateway.ts';

const gateway = vi.fn(async (request: IncomingMessage, response: ServerResponse) => {
  const body = await text(request);
  const { method, url } = request;
  response.writeHead(400, { 'apigw-requestid': 'x=', 'content-type': 'application/json' });
  response.end(JSON.stringify({ method, url, body }));
});
const upstream = createServer((request, response) => void gateway(request, response));
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const gatewayUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
const agent = new http.Agent();
const here = { host: '127.0.0.1', ports: [0] };
const docs = await serveDocs(here, { url: gatewayUrl, token: 'plant_x' });
afterAll(async () => {
  await docs.close();
  upstream.close();
});

describe('the server of the page', () => {
  it('serves the page with its console, and the contract', async () => {
    const answer = await fetch(docs.url);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await answer.text();
    expect(page).toContain('value="plant_x"');
    expect(page).toContain(`curl ${gatewayUrl}${path}`);
    expect(await fetch(docs.url, { method: 'HEAD' })).toMatchObject({ status: 200 });
    const contract = await fetch(`${docs.url}/openapi.yaml`);
    expect(contract.headers.get('content-type')).toBe('application/yaml');
    expect(await contract.text()).toBe(contractText());
  });

  it('forwards a request and its answer, without the headers of its connection and without a proxy', async () => {
    const usual = http.globalAgent;
    http.globalAgent = new http.Agent({ proxyEnv: { HTTP_PROXY: 'http://127.0.0.1:1' } });
    onTestFinished(() => {
      http.globalAgent = usual;
    });
    gateway.mockClear();
    const ofConnection = { origin: docs.url, te: 'trailers', trailer: 'x-checksum' };
    const headers = { authorization: 'Bearer plant_x', 'x-own': 'kept', ...ofConnection };
    const { body, status } = await exchange(docs.url + path, {
      agent,
      headers,
      body: '{"id":1}',
    });
    expect(status).toBe(400);
    expect(JSON.parse(body)).toEqual({ method: 'POST', url: path, body: '{"id":1}' });
    const received = gateway.mock.calls[0]?.[0].headers;
    const kept = {
      authorization: 'Bearer plant_x',
      'x-own': 'kept',
      host: new URL(gatewayUrl).host,
    };
    expect(received).toMatchObject(kept);
    for (const name of Object.keys(ofConnection)) expect(received).not.toHaveProperty(name);
    const answer = await fetch(docs.url + path, { method: 'POST', body: '{}' });
    expect(answer.headers.get('apigw-requestid')).toBe('x=');
  });

  it('ends a request if its sender ends the connection', async () => {
    const arrived = Promise.withResolvers<IncomingMessage>();
    gateway.mockImplementationOnce(async (received) => arrived.resolve(received));
    const upload = request(docs.url + path, {
      method: 'POST',
      headers: { 'content-length': 100 },
    });
    upload.on('error', () => {});
    upload.write('{"i');
    const { socket } = await arrived.promise;
    upload.destroy();
    await expect.poll(() => socket.destroyed, { timeout: 30_000 }).toBe(true);
  });

  it.each([
    ['GET', path],
    ['POST', '/'],
    ['POST', `${path}/1`],
  ])('does not forward %s %s', async (method, path) => {
    gateway.mockClear();
    const answer = await fetch(docs.url + path, { method });
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 404,
      text: 'The page of the contract is at /.',
    });
    expect(gateway).not.toHaveBeenCalled();
  });

  it('answers 502 if the gateway does not answer', async () => {
    const alone = await serveDocs(here, { url: 'http://127.0.0.1:1', token: '' });
    const answer = await fetch(alone.url + path, { method: 'POST', body: '{}' });
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 502,
      text: 'Nothing answers at http://127.0.0.1:1.',
    });
    await alone.close();
  });

  // The gateway refuses 11 MB before they have arrived.
  it('forwards the 413 of the gateway in any case', async () => {
    const gateway = await testGateway();
    const own = await serveDocs(here, { url: `http://127.0.0.1:${gateway.port}`, token: '' });
    onTestFinished(own.close);
    const body = 'a'.repeat(11_000_000);
    const all = [{}, { 'content-length': `${body.length}` }, { expect: '100-continue' }];
    for (const headers of [...all, ...all, ...all]) {
      const answer = await exchange(own.url + path, { agent, headers, body });
      expect(answer).toEqual({ status: 413, body: '{"message":"Request Entity Too Large"}' });
    }
  });
});
