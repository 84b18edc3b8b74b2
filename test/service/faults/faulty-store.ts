import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Fault, StoreAnswer } from './fault.ts';
import { nameHost } from './name-server.ts';

export interface FaultyStore {
  readonly url: string;
  /** How many requests arrived since the fault began. */
  readonly attempts: () => number;
  readonly begin: (times: number) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly close: () => void;
}

/** A proxy to a store. It causes one fault, as often as `begin` says. */
export async function startFaultyStore(storeUrl: string, fault: Fault): Promise<FaultyStore> {
  let left = 0;
  let attempts = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const apply = () => forward(storeUrl, request, body);
    attempts += 1;
    if (fault.meet !== undefined && left > 0) {
      left -= 1;
      await fault.meet(response, apply);
    } else send(response, await apply(), fault);
  });
  // Without a fault, a connection stays open as long as its instance.
  server.keepAliveTimeout = 0;
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const host = nameHost(async () => {
    if (fault.dial === undefined) return;
    if (left > 0) {
      left -= 1;
      if (fault.dial === 'unknown') throw unknownHost();
    } else if (!server.listening) await listen(server, port);
  });
  return {
    url: `http://${host}:${port}`,
    attempts: () => attempts,
    begin: async (times) => {
      if (fault.dial === 'refused') await new Promise((resolve) => server.close(resolve));
      [left, attempts] = [times, 0];
    },
    end: async () => {
      left = 0;
      if (!server.listening) await listen(server, port);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

async function forward(
  url: string,
  { headers }: IncomingMessage,
  body: Buffer,
): Promise<StoreAnswer> {
  const signed = ['authorization', 'content-type', 'x-amz-date', 'x-amz-target'];
  const answer = await fetch(url, {
    method: 'POST',
    headers: signed.map((name) => [name, String(headers[name])] as [string, string]),
    body: new Uint8Array(body),
  });
  return {
    status: answer.status,
    headers: {
      'content-type': String(answer.headers.get('content-type')),
      'x-amz-crc32': String(answer.headers.get('x-amz-crc32')),
    },
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

// A fault while connecting only shows if each request needs a new connection.
function send(response: ServerResponse, answer: StoreAnswer, { dial }: Fault): void {
  if (dial !== undefined) response.setHeader('connection', 'close');
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

function unknownHost(): Error {
  return Object.assign(new Error('getaddrinfo ENOTFOUND'), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
  });
}
