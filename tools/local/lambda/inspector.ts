import { createServer } from 'node:http';
import { type Address, listen } from '../machine/own-server.ts';
import type { Inspector } from './instance.ts';

/** An inspector for each function: the port of the address and the ones after it, or any free ones for 0. */
export async function inspectorsOf(
  functions: Iterable<string>,
  { ports: [first = 0], ...address }: Address,
  waits = false,
): Promise<Map<string, Inspector>> {
  const inspectors = new Map<string, Inspector>();
  // Node only logs that a port is in use. So each one is tried here first, and free again at the end.
  await using servers = new AsyncDisposableStack();
  for (const name of functions) {
    const server = createServer();
    const ports = [first && first + inspectors.size];
    const url = await listen(server, { ...address, ports });
    servers.use(server);
    inspectors.set(name, { port: Number(new URL(url).port), waits });
  }
  return inspectors;
}
