import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

interface Recorded {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
  /** The client's port: the same for all requests over one connection. */
  readonly port: number | undefined;
}

/** Answers every request as DynamoDB does, with an empty answer, and records the requests. */
export async function startRecordingStore(tls?: { key: string; cert: string }) {
  const requests: Recorded[] = [];
  const listener: RequestListener = async (request, response) => {
    const { method, url: path, headers, socket } = request;
    requests.push({ method, path, headers, body: await text(request), port: socket.remotePort });
    const answer = method === 'GET' ? 'healthy: dynamodb.eu-central-1.amazonaws.com ' : '{}';
    response.setHeader('x-amz-crc32', crc32(answer)).end(answer);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
