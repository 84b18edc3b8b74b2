import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Answer, type GatewayStatus, gatewayAnswer } from './answer.ts';
import type { GatewayResult } from './gateway.ts';
import type { GatewayRequest } from './gateway-request.ts';
import { bodyLimit, headerBytes, headerLimit } from './limits.ts';
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
  const latest = new WeakMap<Duplex, { message: IncomingMessage; response: ServerResponse }>();
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
      open += 1;
      latest.set(message.socket, { message, response });
      response.once('close', () => {
        open -= 1;
        if (closing && open === 0) settleIdle();
      });
      if (closing) response.shouldKeepAlive = false;
      void serve(message, response, settings);
    },
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { message, response } = latest.get(socket) ?? {};
    // An answer that is due or under way must not get another one before it or into its middle.
    const due = message?.complete && !response?.writableFinished;
    const underWay = response?.headersSent && !response.writableFinished;
    if (error.code === 'ECONNRESET' || due || underWay) socket.destroy();
    else refuseUnreadable(error, socket);
  });
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
  { headers }: IncomingMessage,
  { method, target, rawHeaders }: GatewayRequest,
): GatewayStatus | undefined {
  if (!headers.host) return 400;
  if (headerBytes(method, target, rawHeaders) > headerLimit) return 431;
  return Number(headers['content-length'] ?? 0) > bodyLimit ? 413 : undefined;
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

const statusOfCode: Readonly<Record<string, GatewayStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** There is no request to speak of, so that the answer goes straight onto the socket. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return;
  const { status, body } = gatewayAnswer(statusOfCode[error.code ?? ''] ?? 400);
  socket.end(
    [
      `HTTP/1.1 ${status} ${JSON.parse(String(body)).message}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      `apigw-requestid: ${newRequestId()}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
