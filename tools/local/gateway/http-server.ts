import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { hostOf } from '../machine/own-address.ts';
import { type Address, listen, type OwnServer } from '../machine/own-server.ts';
import { closeConnection } from './broken-connection.ts';
import { type ExchangeSettings, type OnAnswer, serve } from './exchange.ts';
import { headerLimit } from './limits.ts';

type ServerSettings = Omit<ExchangeSettings, 'host'> & {
  readonly address: Address;
  /** How long a client may take to send its request. */
  readonly requestMilliseconds?: number | undefined;
};

export async function startServer(settings: ServerSettings): Promise<OwnServer> {
  const { requestMilliseconds = 30_000 } = settings;
  const address = { ...settings.address, host: hostOf(settings.address.host) };
  const { onAnswer: report, onLog } = settings;
  const onAnswer: OnAnswer = (...answered) => {
    try {
      report(...answered);
    } catch (error) {
      onLog(`The answer to the request ${answered[0].id} cannot be reported: ${error}`);
    }
  };
  let closing = false;
  /** The responses that are not yet sent, of each connection. */
  const connections = new Map<Duplex, Set<ServerResponse>>();
  const onRequest = (message: IncomingMessage, response: ServerResponse) => {
    const unsent = connections.get(message.socket);
    if (closing || !unsent) return;
    // After the last request of a connection, no further answer can be sent.
    if ([...unsent].some(({ shouldKeepAlive }) => !shouldKeepAlive)) return;
    unsent.add(response);
    response.once('close', () => unsent.delete(response));
    void serve(response, { ...settings, onAnswer, host: address.host });
  };
  const server = createServer(
    {
      // Node does not count all bytes of a head; headerBytes() counts them, and has the lower limit.
      maxHeaderSize: 2 * headerLimit,
      headersTimeout: requestMilliseconds,
      requestTimeout: requestMilliseconds,
      connectionsCheckingInterval: Math.min(1_000, requestMilliseconds),
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
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  // Otherwise Node answers by itself, without an id and without a line in the log.
  server.on('checkExpectation', onRequest);
  server.on('checkContinue', (message, response) => {
    onRequest(message, response);
    if (!response.headersSent) response.writeContinue();
  });
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) =>
    closeConnection(code, socket, [...(connections.get(socket) ?? [])], onAnswer),
  );
  return {
    url: await listen(server, address),
    async close() {
      closing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      const responses = [...connections.values()].flatMap((unsent) => [...unsent]);
      // Do not wait for requests that are still arriving: some never end, and they have no effect yet.
      for (const { req } of responses) if (!req.complete) req.pause();
      const due = responses.filter(({ req }) => req.complete);
      await Promise.all(due.map((response) => once(response, 'close')));
      server.closeAllConnections();
      await closed;
    },
  };
}
