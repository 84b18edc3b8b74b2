import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { hostOf } from '../machine/own-address.ts';
import { type Address, listen, type OwnServer } from '../machine/own-server.ts';
import { type ExchangeSettings, serve } from './exchange.ts';
import { headerLimit } from './limits.ts';

type ServerSettings = Omit<ExchangeSettings, 'host'> & { readonly address: Address };

export async function startServer(settings: ServerSettings): Promise<OwnServer> {
  const address = { ...settings.address, host: hostOf(settings.address.host) };
  const open = new Set<ServerResponse>();
  // Node does not count all bytes of a head; headerBytes() counts them, and has the lower limit.
  const options = { maxHeaderSize: 2 * headerLimit, keepAliveTimeout: 60_000 };
  const server = createServer(options, (_, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    void serve(response, { ...settings, host: address.host });
  });
  return {
    url: await listen(server, address),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      // Do not wait for requests that are still arriving: some never end, and they have no effect yet.
      for (const { req } of open) if (!req.complete) req.pause();
      const due = [...open].filter(({ req }) => req.complete);
      await Promise.all(due.map((response) => once(response, 'close')));
      server.closeAllConnections();
      await closed;
    },
  };
}
