import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../shared/usage-error.ts';
import { isForeignRequest } from './foreign-request.ts';

/** Where a server listens. */
export interface ListenOptions {
  readonly host: string;
  /** Tried in this order. 0 is any free port. */
  readonly ports: readonly number[];
  /** The option of a command by which a user chooses the port, for an error. */
  readonly option?: string;
}

/** For a server whose port need not be known in advance. */
export const anyLoopbackPort: ListenOptions = { host: '127.0.0.1', ports: [0] };

const foreignAnswer = JSON.stringify({
  message:
    'This server accepts only requests to its own address. The Host or Origin header has another one.',
});

/** How long requests may take to end after close(). */
const drainMilliseconds = 1_000;

/** Starts a server that refuses requests of pages of other sites. */
export async function startServer({ host, ports, option }: ListenOptions, answer: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (!isForeignRequest(request, host)) answer(request, response);
    else response.writeHead(403, { 'content-type': 'application/json' }).end(foreignAnswer);
  });
  for (const port of ports) {
    try {
      await once(server.listen(port, host), 'listening');
      break;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isInUse = code === 'EADDRINUSE';
      if (isInUse && port !== ports.at(-1)) continue;
      const problem = isInUse
        ? `is in use; choose another with ${option}, or 0 for any free port`
        : `of ${host} cannot be used (${code})`;
      throw new UsageError(`Port ${port} ${problem}.`, { cause: error });
    }
  }
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        setTimeout(() => server.closeAllConnections(), drainMilliseconds).unref();
      }),
  };
}
