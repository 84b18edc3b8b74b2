import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hostOf } from '../machine/own-address.ts';
import { type Address, listen, type OwnServer } from '../machine/own-server.ts';
import { refused } from './answer.ts';
import { closeConnection } from './broken-connection.ts';
import { type Exchange, type ExchangeSettings, serve } from './exchange.ts';
import { headerLimit } from './limits.ts';
import { unreadableRequest } from './request.ts';

type ServerSettings = Omit<ExchangeSettings, 'host'> & {
  readonly address: Address;
  /** How long a client may take to send its request. */
  readonly requestMilliseconds: number;
};

export async function startServer(settings: ServerSettings): Promise<OwnServer> {
  const address = { ...settings.address, host: hostOf(settings.address.host) };
  let closing = false;
  const connections = new Map<Duplex, Set<Exchange>>();
  const onRequest = (message: IncomingMessage, response: ServerResponse) => {
    const unanswered = connections.get(message.socket);
    // After the last request of a connection, no further answer can be sent.
    const isEnding = [...(unanswered ?? [])].some(({ response }) => !response.shouldKeepAlive);
    if (closing || isEnding || !unanswered) return;
    const exchange = { message, response };
    unanswered.add(exchange);
    response.once('close', () => unanswered.delete(exchange));
    void serve(exchange, { ...settings, host: address.host });
  };
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
    onRequest,
  );
  // API Gateway limits the bytes of a head, not its fields. Node's default is a thousand fields.
  server.maxHeadersCount = 0;
  // A client that closes its own side has finished sending and still waits for the answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket) => {
    const unanswered = new Set<Exchange>();
    connections.set(socket, unanswered);
    socket.once('close', () => connections.delete(socket));
    socket.once('end', () => {
      const last = [...unanswered].at(-1);
      if (last) last.response.shouldKeepAlive = false;
    });
  });
  // Otherwise Node answers by itself, without an id and without a line in the log.
  server.on('checkExpectation', onRequest);
  server.on('checkContinue', (message, response) => {
    const earlier = [...(connections.get(message.socket) ?? [])];
    onRequest(message, response);
    // Node would write a queued 100 into the middle of the answer before it.
    void Promise.all(earlier.map((exchange) => once(exchange.response, 'close'))).then(() => {
      if (!message.complete && !response.headersSent) response.writeContinue();
    });
  });
  const end = (socket: Duplex, code?: string) =>
    closeConnection(code, socket, connections.get(socket), (id, status) =>
      settings.onAnswer(unreadableRequest(id, socket as Socket), refused(status), 0),
    );
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => end(socket, code));
  // This gateway is not a proxy.
  server.on('connect', (_, socket) => end(socket));
  return {
    url: await listen(server, address),
    async close() {
      closing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      const exchanges = [...connections.values()].flatMap((unanswered) => [...unanswered]);
      const whole = exchanges.filter(({ message }) => message.complete);
      // Do not wait for requests that are still arriving: they may never end, and have no effect yet.
      for (const { message } of exchanges) if (!message.complete) message.pause();
      await Promise.all(whole.map(({ response }) => once(response, 'close')));
      // The server itself no longer knows the socket of a CONNECT.
      for (const socket of connections.keys()) socket.destroy();
      await closed;
    },
  };
}
