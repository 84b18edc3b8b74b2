import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

interface ServiceAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** What happens to one request between a client and the service. `apply` brings it to the service. */
type ClientFault = (
  apply: () => Promise<ServiceAnswer>,
  response: ServerResponse,
) => Promise<unknown>;

export const clientFaults = {
  none: async (apply, response) => pass(await apply(), response),
  'the request is lost': async (_, response) => response.destroy(),
  'the answer is lost': async (apply, response) => {
    await apply();
    response.destroy();
  },
  'the answer is cut': async (apply, response) => {
    const { status, body } = await apply();
    response.writeHead(status, { 'content-length': body.length });
    response.write(body.subarray(0, -1), () => response.destroy());
  },
  'the request is late': async (apply, response) => {
    response.destroy();
    await sleep(50);
    await apply();
  },
  'the request arrives twice': async (apply, response) => {
    await apply();
    pass(await apply(), response);
  },
  'the request arrives twice at the same time': async (apply, response) => {
    const [first] = await Promise.all([apply(), apply()]);
    pass(first, response);
  },
} satisfies Record<string, ClientFault>;

export type ClientFaultName = keyof typeof clientFaults;

function pass({ status, body }: ServiceAnswer, response: ServerResponse): void {
  response.writeHead(status).end(body);
}

/** A proxy in front of a service, over real sockets. The first part of a path names the fault: `/none/plants`. */
export async function startFaultyWay(service: string) {
  const underway = new Set<Promise<unknown>>();
  const server = createServer(async (request, response) => {
    const { method = '', headers, url = '' } = request;
    const [, fault = '', path = ''] = /^\/([^/]+)(.+)$/.exec(url) ?? [];
    const body = await buffer(request);
    const { authorization = '', 'content-type': type = '' } = headers;
    const apply = async () => {
      const sent = { method, headers: { authorization, 'content-type': type } };
      // A GET has no body.
      const given = body.length > 0 ? { ...sent, body } : sent;
      const answer = await fetch(service + path, given);
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
    };
    // Without an answer of the service, the client gets none either.
    const done = clientFaults[decodeURIComponent(fault) as ClientFaultName](apply, response).catch(
      () => response.destroy(),
    );
    underway.add(done);
    await done;
    underway.delete(done);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    addressOf: (fault: ClientFaultName) => `http://127.0.0.1:${port}/${encodeURIComponent(fault)}`,
    /** Waits for requests that are late: from then on, nothing arrives any more. */
    settled: () => Promise.all(underway),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
