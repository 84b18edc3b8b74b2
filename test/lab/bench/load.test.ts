import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { underLoad } from './load.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function nextRequest() {
  return { path: '/plants', headers: {}, body: '{}' };
}

it('sends just as many requests as asked for, from just as many clients', async () => {
  let open = 0;
  let most = 0;
  let count = 0;
  const url = await serve((_, response) => {
    count += 1;
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.end();
    }, 2);
  });
  const result = await underLoad({ url, clients: 4, requests: 41, status: 200, nextRequest });
  expect({ count, most }).toEqual({ count: 41, most: 4 });
  expect(result.p50).toBeGreaterThan(1);
  expect(result.p99).toBeGreaterThanOrEqual(result.p50);
  expect(result.perSecond).toBeLessThan(4 * 1000);
});

it('measures no answer but the expected one', async () => {
  const url = await serve((_, response) => void response.writeHead(429).end());
  const load = underLoad({ url, clients: 2, requests: 10, status: 200, nextRequest });
  await expect(load).rejects.toThrow('Answered 429 instead of 200');
});
