import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A store that answers every data request in the same wrong way, and records the requests. */
export async function brokenStore(treat: (response: ServerResponse) => void) {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    if (headers['x-amz-target'] !== undefined) requests.push(headers);
    treat(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
