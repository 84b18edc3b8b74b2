import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { breakOff } from './broken-connection.ts';
import { type Exchange, type ExchangeSettings, serve } from './exchange.ts';
import { headerLimit } from './limits.ts';

export type ServerSettings = ExchangeSettings & {
  readonly host: string;
  readonly port: number;
  /** How long a client may take to send its request. */
  readonly requestMilliseconds: number;
};

export type HttpServer = { readonly port: number; readonly close: () => Promise<void> };

export async function startServer(settings: ServerSettings): Promise<HttpServer> {
  let closing = false;
  const unanswered = new Map<Duplex, Set<Exchange>>();
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
      const exchanges = unanswered.get(message.socket);
      // Nobody would get an answer to what follows the last request of a connection.
      const over = [...(exchanges ?? [])].some(({ response }) => !response.shouldKeepAlive);
      if (closing || over || !exchanges) return;
      const exchange = { message, response };
      exchanges.add(exchange);
      response.once('close', () => exchanges.delete(exchange));
      void serve(exchange, settings);
    },
  );
  server.on('connection', (socket) => {
    unanswered.set(socket, new Set());
    socket.once('close', () => unanswered.delete(socket));
  });
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
      const exchanges = [...unanswered.values()].flatMap((some) => [...some]);
      const whole = exchanges.filter(({ message }) => message.complete);
      // Whoever is still sending may never end, and nothing is done on half a request.
      for (const { message } of exchanges) if (!message.complete) message.pause();
      await Promise.all(whole.map(({ response }) => once(response, 'close')));
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
