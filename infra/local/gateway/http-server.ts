import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Answer, type GatewayStatus, gatewayAnswer } from './answer.ts';
import { breakOff, type Exchange } from './broken-connection.ts';
import type { GatewayResult } from './gateway.ts';
import type { GatewayRequest } from './gateway-request.ts';
import { bodyLimit, headerBytes, headerLimit } from './limits.ts';
import { isUnambiguous } from './request-framing.ts';
import { newRequestId } from './request-id.ts';

export type ServerSettings = {
  readonly host: string;
  readonly port: number;
  readonly handle: (request: GatewayRequest) => Promise<GatewayResult>;
  readonly onAnswer: (request: GatewayRequest, result: GatewayResult) => void;
  /** How long a client may take to send its request. */
  readonly requestMilliseconds: number;
};

export type HttpServer = { readonly port: number; readonly close: () => Promise<void> };

export async function startServer(settings: ServerSettings): Promise<HttpServer> {
  const { promise: idle, resolve: settleIdle } = Promise.withResolvers<void>();
  let closing = false;
  let open = 0;
  const unanswered = new WeakMap<Duplex, Set<Exchange>>();
  const server = createServer(
    {
      // Node counts fewer bytes than the wire has; headerBytes() draws the exact line below this one.
      maxHeaderSize: 2 * headerLimit,
      headersTimeout: settings.requestMilliseconds,
      requestTimeout: settings.requestMilliseconds,
      connectionsCheckingInterval: Math.min(1_000, settings.requestMilliseconds),
      keepAliveTimeout: 60_000,
      requireHostHeader: false,
      noDelay: true,
    },
    (message, response) => {
      const { socket } = message;
      const exchanges = unanswered.get(socket) ?? new Set();
      unanswered.set(socket, exchanges);
      // Nobody would get an answer to what follows the last request of a connection.
      if ([...exchanges].some((earlier) => !earlier.response.shouldKeepAlive)) return;
      const exchange = { message, response };
      exchanges.add(exchange);
      open += 1;
      response.once('close', () => {
        exchanges.delete(exchange);
        open -= 1;
        if (closing && open === 0) settleIdle();
      });
      if (closing) response.shouldKeepAlive = false;
      void serve(message, response, settings);
    },
  );
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) =>
    breakOff(code, socket, unanswered.get(socket)),
  );
  // Nobody is behind this gateway to be connected to.
  server.on('connect', (_, socket) => breakOff(undefined, socket, unanswered.get(socket)));
  await listen(server, settings);
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      closing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      if (open > 0) await idle;
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, { host, port }: ServerSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function serve(
  message: IncomingMessage,
  response: ServerResponse,
  { handle, onAnswer }: ServerSettings,
): Promise<void> {
  const refuse = (status: GatewayStatus, request: GatewayRequest) => {
    response.shouldKeepAlive = false;
    const result = { answer: gatewayAnswer(status), invocations: [], context: null };
    send(response, request.id, result.answer);
    onAnswer(request, result);
    discard(message);
  };
  const bare = requestOf(message, Buffer.alloc(0));
  const status = refusalOf(message, bare);
  const body = status ?? (await readBody(message));
  if (body === 'aborted') return;
  if (!Buffer.isBuffer(body)) {
    refuse(body, bare);
    return;
  }
  const request = { ...bare, body };
  const result = await handle(request);
  send(response, request.id, result.answer);
  onAnswer(request, result);
}

/** What the head of a request tells already. */
function refusalOf(
  message: IncomingMessage,
  { method, target, rawHeaders }: GatewayRequest,
): GatewayStatus | undefined {
  if (!isUnambiguous(message)) return 400;
  if (headerBytes(method, target, rawHeaders) > headerLimit) return 431;
  return Number(message.headers['content-length'] ?? 0) > bodyLimit ? 413 : undefined;
}

function requestOf(message: IncomingMessage, body: Buffer): GatewayRequest {
  const { socket } = message;
  return {
    id: newRequestId(),
    method: message.method ?? 'GET',
    target: message.url ?? '/',
    protocol: `HTTP/${message.httpVersion}`,
    rawHeaders: message.rawHeaders,
    body,
    // An IPv4 client of a dual-stack socket.
    sourceIp: socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1',
    port: socket.localPort ?? 0,
    receivedAt: Date.now(),
  };
}

function readBody(message: IncomingMessage): Promise<Buffer | 413 | 'aborted'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    message.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bodyLimit) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve(413);
      }
    });
    message.on('end', () => resolve(Buffer.concat(chunks, length)));
    message.on('error', () => resolve('aborted'));
    message.on('close', () => resolve('aborted'));
  });
}

const patience = 2_000;

/** Lets a client that is still sending see its answer, but not send for ever. */
function discard(message: IncomingMessage): void {
  message.removeAllListeners('data');
  message.resume();
  const timer = setTimeout(() => message.destroy(), patience);
  message.once('close', () => clearTimeout(timer));
}

function send(
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: Answer,
): void {
  const content = Buffer.from(body);
  const bodyless = status === 204 || status === 304;
  response.writeHead(status, [
    ...headers.flat(),
    ...(bodyless ? [] : ['content-length', String(content.length)]),
    'apigw-requestid',
    requestId,
  ]);
  response.end(bodyless ? undefined : content);
}
