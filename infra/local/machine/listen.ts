import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../problem.ts';

export interface Address {
  readonly host: string;
  /** Tried in this order; 0 is any free port. */
  readonly ports: readonly number[];
  /** The command's option for another port. */
  readonly option: string;
}

/** For a server whose port need not be known in advance. */
export const anyLoopbackPort: Address = { host: '127.0.0.1', ports: [0], option: '' };

/** Listens on the first of the ports that is free, and gives the URL. */
export async function listen(server: Server, address: Address): Promise<string> {
  for (const port of address.ports) {
    const problem = await attempt(server, port, address.host);
    if (problem === undefined) {
      return urlOf(address.host, (server.address() as AddressInfo).port);
    }
    if (problem.code !== 'EADDRINUSE' || port === address.ports.at(-1)) {
      throw listenProblem(problem, { ...address, port }) ?? problem;
    }
  }
  throw new Error('There is no port to try');
}

function attempt(
  server: Server,
  port: number,
  host: string,
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => {
      server.off('error', resolve);
      resolve(undefined);
    });
  });
}

export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A sentence for a problem that the user can solve; undefined for any other. */
function listenProblem(
  error: unknown,
  { host, port, option }: { host: string; port: number; option: string },
): UsageError | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UsageError(`Port ${port} is taken; choose another with ${option}, or 0 for any.`);
    case 'EACCES':
      return new UsageError(
        `Port ${port} needs more rights than you have; choose another with ${option}.`,
      );
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
      return new UsageError(`${host} is no address of this machine; choose another with --host.`);
    default:
      return undefined;
  }
}
