import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Invoked {
  /** From handing the event over to the arrival of the answer. */
  readonly milliseconds: number;
  readonly payload: string;
}

/** The server that one Lambda process asks for its events. */
export interface RuntimeApi {
  readonly address: string;
  /** When the process first asked for an event: its init is over. */
  readonly initialized: Promise<number>;
  /** One at a time. */
  readonly invoke: (event: unknown) => Promise<Invoked>;
  /** Fails what is awaited, since the process has ended. */
  readonly abandon: (reason: string) => void;
  readonly close: () => void;
}

const deadlineMilliseconds = 30_000;

export async function startRuntimeApi(): Promise<RuntimeApi> {
  const first = Promise.withResolvers<number>();
  let polled = Promise.withResolvers<ServerResponse>();
  let answered = Promise.withResolvers<Invoked>();
  let invokedAt = 0;
  let count = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const arrival = performance.now();
    if (request.url?.endsWith('/invocation/next')) {
      first.resolve(arrival);
      polled.resolve(response);
      return;
    }
    const payload = await bodyOf(request);
    response.writeHead(202, { 'content-length': 0 }).end();
    if (request.url?.endsWith('/response')) {
      answered.resolve({ milliseconds: arrival - invokedAt, payload });
    } else abandon(payload);
  };
  const abandon = (reason: string): void => {
    for (const awaited of [first, polled, answered]) {
      awaited.promise.catch(() => {});
      awaited.reject(new Error(reason));
    }
  };

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    initialized: first.promise,
    async invoke(event) {
      const response = await polled.promise;
      polled = Promise.withResolvers();
      count += 1;
      const payload = JSON.stringify(event);
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'lambda-runtime-aws-request-id': String(count),
        'lambda-runtime-deadline-ms': String(Date.now() + deadlineMilliseconds),
      });
      invokedAt = performance.now();
      response.end(payload);
      const invoked = await answered.promise;
      answered = Promise.withResolvers();
      return invoked;
    },
    abandon,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
