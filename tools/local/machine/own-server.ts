import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../../infra/base.ts';
import { foreignMessage, hostOf, isForeignRequest, isOfContainer } from './own-address.ts';

export interface Address {
  readonly host: string;
  /** Tried in this order; 0 is any free port. */
  readonly ports: readonly number[];
  /** Names the setting of the port in an error. */
  readonly setting?: string;
  /** Whether programs in Docker's containers reach it by their name for this machine. */
  readonly isForContainers?: boolean;
}

/** For a server whose port need not be known in advance. */
export const anyLoopbackPort: Address = { host: '127.0.0.1', ports: [0] };

export interface OwnServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** How long requests may take to end after close(). */
const drainMilliseconds = 1_000;

/** Starts a server that refuses requests of pages of other sites. */
export async function startOwnServer(
  address: Address,
  answer: RequestListener,
  options: ServerOptions = {},
): Promise<OwnServer> {
  const host = hostOf(address.host);
  const server = createServer(options, (request, response) => {
    const isExpected = address.isForContainers === true && isOfContainer(request);
    if (isExpected || !isForeignRequest(request, host)) answer(request, response);
    else
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(foreignMessage);
  });
  return {
    url: await listen(server, { ...address, host }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        setTimeout(() => server.closeAllConnections(), drainMilliseconds).unref();
      }),
  };
}

/** Listens on the first free port of the address, and returns the URL. */
export async function listen(server: Server, address: Address): Promise<string> {
  const [port, ...others] = address.ports;
  try {
    await once(server.listen(port, address.host), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' && others.length > 0) {
      return listen(server, { ...address, ports: others });
    }
    throw new UsageError(listenProblem(code, port, address), { cause: error });
  }
  return urlOf(address.host, (server.address() as AddressInfo).port);
}

export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function listenProblem(
  code: string | undefined,
  port: number | undefined,
  { host, setting }: Address,
): string {
  const choose = setting === undefined ? 'choose another' : `choose another with ${setting}`;
  if (code === 'EADDRINUSE' && port === 0) {
    return `All free ports of this machine are in use; end a program that uses many, or ${choose}.`;
  }
  if (code === 'EADDRINUSE') return `Port ${port} is in use; ${choose}, or 0 for any free port.`;
  if (code === 'EACCES') return `You have no permission to use port ${port}; ${choose}.`;
  return `${host} is not an address of this machine (${code}).`;
}
