import { Agent } from 'node:http';
import { generateToken } from '../../../functions/authorize/token.ts';
import { startPlantStore } from '../../../infra/commands/start/service.ts';
import { exchange } from '../../exchange.ts';
import { heapInUse } from '../../heap-in-use.ts';

interface SoakSettings {
  /** A synthesized stack with a throttle that lets all requests through. */
  readonly assembly: string;
  readonly requests: number;
  readonly minutes: number;
  readonly clients: number;
  readonly mostInstances?: number;
}

/** Sends requests of several kinds to the local service, and compares its state after a quarter and at the end. */
export async function soak({ assembly, requests, minutes, clients, mostInstances }: SoakSettings) {
  const store = await startPlantStore({ assembly, mostInstances });
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const deadline = Date.now() + minutes * 60_000;
  const unexpected: string[] = [];
  let sent = 0;
  const atOnce = (run: () => Promise<void>) => Promise.all(Array.from({ length: clients }, run));
  const send = async (place: number) => {
    const { body, token = store.token, expected } = requestAt(place);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await exchange(`${store.url}/plants`, { agent, headers, body });
    const text = `${answer.status} ${answer.body}`;
    if (!text.startsWith(expected)) unexpected.push(`${body}: ${text}`);
  };
  /** The state after so many requests, while none is running. */
  const stateAfter = async (count: number) => {
    await atOnce(async () => {
      while (sent < count && Date.now() < deadline) await send(sent++);
    });
    const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap');
    const heapMegabytes = heapInUse() / 2 ** 20;
    const instances = store.pids().length;
    return { requests: sent, heapMegabytes, sockets: sockets.length, instances };
  };
  try {
    await send(0); // The plant that later requests find.
    // A new token and a plant from all clients at once, so that every instance starts.
    for (const place of [3, 4]) await atOnce(() => send(place));
    const before = await stateAfter(requests / 4);
    return { before, after: await stateAfter(requests), unexpected };
  } finally {
    agent.destroy();
    await store.close();
  }
}

/** So few ids that the table is soon full. After that, only a leak needs more memory. */
const ids = 1_000;

/** The request at each place of an endless sequence, and the start of its only right answer. */
function requestAt(place: number): { body: string; token?: string; expected: string } {
  const plant = (id: number) => JSON.stringify({ id, name: `Plant ${id}` });
  const kind = place % 20;
  if (kind === 1) return { body: `{"id":${place}`, expected: '400 {"error":1001,' };
  if (kind === 2) return { body: '{"id":0,"name":"Fern"}', expected: '400 {"error":1004,' };
  if (kind === 3) return { body: plant(place), token: generateToken(), expected: '403 ' };
  return { body: plant(place % ids), expected: '200 ' };
}

/** Caches may still grow so much. A leak of 20 bytes in each of a million requests is more. */
const mostGrowthMegabytes = 10;

/** The problems that a soak found, in sentences. */
export function problemsOf({ before, after, unexpected }: Awaited<ReturnType<typeof soak>>) {
  const growth = after.heapMegabytes - before.heapMegabytes;
  const grown = (['sockets', 'instances'] as const).filter((kind) => after[kind] > before[kind]);
  return [
    ...unexpected.slice(0, 10).map((answer) => `Unexpected answer to ${answer}`),
    ...(growth > mostGrowthMegabytes ? [`The heap grew by ${growth.toFixed(1)} MB.`] : []),
    ...grown.map((kind) => `There were ${before[kind]} ${kind}, then ${after[kind]}.`),
    ...(after.requests <= before.requests ? ['It ended too early to see anything.'] : []),
  ];
}
