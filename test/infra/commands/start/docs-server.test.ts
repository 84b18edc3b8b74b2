import http, { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveDocs } from '../../../../infra/commands/start/docs-server.ts';
import { contractText } from '../../../../infra/contract/contract.ts';
import { exchange } from '../../../exchange.ts';
import { testGateway } from '../../local/gateway/test-gateway.ts';

const gateway = vi.fn(async (request: IncomingMessage, response: ServerResponse) => {
  const body = await text(request);
  const { method, url, headers } = request;
  response.writeHead(400, { 'apigw-requestid': 'x=', 'content-type': 'application/json' });
  response.end(JSON.stringify({ method, url, body, authorization: headers.authorization }));
});
const upstream = createServer((request, response) => void gateway(request, response));
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const gatewayUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
const agent = new http.Agent();
const here = { host: '127.0.0.1', ports: [0], token: 'plant_x' };
const docs = await serveDocs({ ...here, gatewayUrl });
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
    expect(page).toContain(`curl ${gatewayUrl}/plants`);
    expect(await fetch(docs.url, { method: 'HEAD' })).toMatchObject({ status: 200 });
    const contract = await fetch(`${docs.url}/openapi.yaml`);
    expect(contract.headers.get('content-type')).toBe('application/yaml');
    expect(await contract.text()).toBe(contractText());
  });

  it('reaches the gateway without the proxy of this machine', async () => {
    const usual = http.globalAgent;
    http.globalAgent = new http.Agent({ proxyEnv: { HTTP_PROXY: 'http://127.0.0.1:1' } });
    onTestFinished(() => {
      http.globalAgent = usual;
    });
    const answer = await fetch(`${docs.url}/plants`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('apigw-requestid')).toBe('x=');
  });

  it('forwards a request of the contract and its answer, without the headers of its connection', async () => {
    gateway.mockClear();
    const { host } = new URL(docs.url);
    const headers = {
      authorization: 'Bearer plant_x',
      host,
      origin: `http://${host}`,
      te: 'trailers',
      trailer: 'x-checksum',
      'x-own': 'kept',
    };
    const answer = await exchange(`${docs.url}/plants`, { agent, headers, body: '{"id":1}' });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual({
      method: 'POST',
      url: '/plants',
      body: '{"id":1}',
      authorization: 'Bearer plant_x',
    });
    const received = gateway.mock.calls[0]?.[0].headers;
    expect(received).toMatchObject({ 'x-own': 'kept', host: new URL(gatewayUrl).host });
    for (const name of ['origin', 'te', 'trailer']) expect(received).not.toHaveProperty(name);
  });

  it('ends a request if its sender ends the connection', async () => {
    const arrived = Promise.withResolvers<IncomingMessage>();
    gateway.mockImplementationOnce(async (received) => arrived.resolve(received));
    const upload = request(`${docs.url}/plants`, {
      method: 'POST',
      headers: { 'content-length': 100 },
    });
    upload.on('error', () => {});
    upload.write('{"i');
    const { socket } = await arrived.promise;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    upload.destroy();
    await closed;
  });

  it.each([
    ['GET', '/plants'],
    ['POST', '/'],
    ['POST', '/plants/1'],
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
    const alone = await serveDocs({ ...here, gatewayUrl: 'http://127.0.0.1:1' });
    const answer = await fetch(`${alone.url}/plants`, { method: 'POST', body: '{}' });
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 502,
      text: 'Nothing answers at http://127.0.0.1:1.',
    });
    await alone.close();
  });

  // The gateway refuses 11 MB before they have arrived.
  it('forwards the 413 of the gateway in any case', async () => {
    const gateway = await testGateway();
    const own = await serveDocs({ ...here, gatewayUrl: `http://127.0.0.1:${gateway.port}` });
    onTestFinished(own.close);
    const body = 'a'.repeat(11_000_000);
    const refused = { status: 413, body: '{"message":"Request Entity Too Large"}' };
    for (const headers of [
      {},
      { 'content-length': `${body.length}` },
      { expect: '100-continue' },
    ]) {
      for (let round = 0; round < 5; round += 1) {
        const answer = await exchange(`${own.url}/plants`, { agent, headers, body });
        expect(answer).toEqual(refused);
      }
    }
  });

  it('names the option for another port if its own is in use', async () => {
    const port = Number(new URL(docs.url).port);
    await expect(serveDocs({ ...here, ports: [port], gatewayUrl })).rejects.toThrow(
      `Port ${port} is in use; choose another with --docs-port, or 0 for any free port.`,
    );
  });
});
