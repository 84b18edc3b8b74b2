import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Address, listen } from '../machine/listen.ts';
import { refused } from './answer.ts';
import { breakOff } from './broken-connection.ts';
import { type Exchange, type ExchangeSettings, serve, unreadableRequest } from './exchange.ts';
import { headerLimit } from './limits.ts';

export type ServerSettings = Omit<ExchangeSettings, 'host'> & {
  readonly address: Address;
  /** How long a client may take to send its request. */
  readonly requestMilliseconds: number;
};

export interface HttpServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function startServer(settings: ServerSettings): Promise<HttpServer> {
  let closing = false;
  const unanswered = new Map<Duplex, Set<Exchange>>();
  const server = createServer(
    {
      // Node does not count all bytes of a head; headerBytes() counts them, and has the lower limit.
      maxHeaderSize: 2 * headerLimit,
      headersTimeout: settings.requestMilliseconds,
      requestTimeout: settings.requestMilliseconds,
      connectionsCheckingInterval: Math.min(1_000, settings.requestMilliseconds),
      keepAliveTimeout: 60_000,
      requireHostHeader: false,
      noDelay: true,
    },
    (message, response) => {
      const exchanges = unanswered.get(message.socket);
      // After the last request of a connection, no further answer can be sent.
      const isEnding = [...(exchanges ?? [])].some(({ response }) => !response.shouldKeepAlive);
      if (closing || isEnding || !exchanges) return;
      const exchange = { message, response };
      exchanges.add(exchange);
      response.once('close', () => exchanges.delete(exchange));
      void serve(exchange, { ...settings, host: settings.address.host });
    },
  );
  // API Gateway limits the bytes of a head, not its fields. Node's default is a thousand fields.
  server.maxHeadersCount = 0;
  // A client that closes its own side has finished sending and still waits for the answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket) => {
    const exchanges = new Set<Exchange>();
    unanswered.set(socket, exchanges);
    socket.once('close', () => unanswered.delete(socket));
    socket.once('end', () => {
      const last = [...exchanges].at(-1);
      if (last) last.response.shouldKeepAlive = false;
    });
    socket.prependListener('data', (data: Buffer) => {
      const underWay = [...exchanges].some(({ message }) => !message.complete);
      if (underWay || !isOtherProtocol(data)) return;
      end(socket);
      unanswered.delete(socket);
    });
    // Without a listener added by on(), Node's parser reads the socket below JavaScript.
    socket.on('data', () => {});
  });
  // Otherwise Node answers by itself, without an id and without a line in the log.
  server.on('checkExpectation', (message, response) => server.emit('request', message, response));
  const end = (socket: Duplex, code?: string) =>
    breakOff(code, socket, unanswered.get(socket), (id, status) =>
      settings.onAnswer(unreadableRequest(id, socket as Socket), refused(status)),
    );
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => end(socket, code));
  // This gateway is no proxy.
  server.on('connect', (_, socket) => end(socket));
  return {
    url: await listen(server, settings.address),
    async close() {
      closing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      const exchanges = [...unanswered.values()].flatMap((some) => [...some]);
      const whole = exchanges.filter(({ message }) => message.complete);
      // Do not wait for requests that are still arriving: they may never end, and have no effect yet.
      for (const { message } of exchanges) if (!message.complete) message.pause();
      await Promise.all(whole.map(({ response }) => once(response, 'close')));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Node's parser reads RTSP and ICE as HTTP: https://github.com/nodejs/llhttp/blob/main/src/llhttp/constants.ts */
function isOtherProtocol(data: Buffer): boolean {
  const line = data.subarray(0, data.indexOf('\n')).subarray(-12).toString('latin1');
  return / (RTSP|ICE)\/\d/.test(line);
}
