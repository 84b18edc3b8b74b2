import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { serveDocs } from '../../../../infra/commands/start/docs-server.ts';
import { testGateway } from '../../local/gateway/test-gateway.ts';

// The gateway refuses 11 MB before they have arrived.

it('the console shows the 413 of the gateway, however the body is sent', async () => {
  const gateway = await testGateway();
  const gatewayUrl = `http://127.0.0.1:${gateway.port}`;
  const docs = await serveDocs({ host: '127.0.0.1', ports: [0], gatewayUrl, token: 'x' });
  onTestFinished(docs.close);
  const body = Buffer.alloc(11_000_000, 'a');
  for (const headers of [{}, { 'content-length': body.length }, { expect: '100-continue' }]) {
    for (let round = 0; round < 5; round += 1) {
      expect(await post(`${docs.url}/plants`, headers, body)).toEqual({
        status: 413,
        body: '{"message":"Request Entity Too Large"}',
      });
    }
  }
});

function post(url: string, headers: Record<string, string | number>, body: Buffer) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers }, async (answer) =>
      resolve({ status: answer.statusCode ?? 0, body: await text(answer) }),
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
