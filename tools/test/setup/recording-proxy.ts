import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that reached the proxy. */
export interface Call {
  readonly method: string | undefined;
  readonly path: string | undefined;
  /** What it asks of DynamoDB, for example `PutItem`. */
  readonly operation: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The client's port: the same for all requests over one connection. */
  readonly port: number | undefined;
}

/** What the store answered. */
interface StoreAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Answers a call in any way, also a wrong one. `apply` brings the call to the store behind the proxy. */
export type Hook = (
  response: ServerResponse,
  apply: () => Promise<StoreAnswer>,
  call: Call,
) => unknown;

interface Options {
  /** The URL of the store. Without one, each call gets an empty answer, with a request id like DynamoDB's. */
  readonly store?: string;
  readonly hook?: Hook;
}

/**
 * Stands between a client and a store, over real sockets, and records the calls. With a hook that answers itself, it
 * stands in for any other service: the gateway, or one of AWS.
 */
export async function startRecordingProxy({ store, hook = passOn }: Options = {}) {
  const calls: Call[] = [];
  const listener: RequestListener = async (request, response) => {
    const { method, url: path, headers, socket } = request;
    const body = await buffer(request);
    const [, operation] = /\.(\w+)$/.exec(`${headers['x-amz-target']}`) ?? [];
    const call = { method, path, operation, headers, body: `${body}`, port: socket.remotePort };
    calls.push(call);
    const apply = async () => (store ? forward(store, call) : emptyAnswer(call));
    await hook(response, apply, call);
  };
  const server = createServer(listener);
  // A connection stays open as long as its client wants.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const passOn: Hook = async (response, apply) => {
  const { status, headers, body } = await apply();
  response.writeHead(status, headers).end(body);
};

function emptyAnswer({ method }: Call): StoreAnswer {
  const text = method === 'GET' ? 'healthy: dynamodb.eu-central-1.amazonaws.com ' : '{}';
  return { status: 200, headers: { 'x-amzn-requestid': 'proxy' }, body: Buffer.from(text) };
}

/** Brings a call to the store. Other headers of the answer are left out, so that a hook can change the body. */
async function forward(store: string, { method, headers, body }: Call): Promise<StoreAnswer> {
  // The tables of npm start answer only requests to their own address.
  const own = { ...headers, host: new URL(store).host };
  const outgoing = send(store, { method, headers: own }).end(body);
  const [answer]: IncomingMessage[] = await once(outgoing, 'response');
  if (answer === undefined) throw new Error(`${store} does not answer`);
  const kept = ['content-type', 'x-amzn-requestid'].filter((name) => name in answer.headers);
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(kept.map((name) => [name, `${answer.headers[name]}`])),
    body: await buffer(answer),
  };
}
