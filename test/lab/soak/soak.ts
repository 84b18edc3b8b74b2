import { Agent } from 'node:http';
import { generateToken } from '../../../functions/authorize/token.ts';
import { startPlantStore } from '../../../infra/commands/start/service.ts';
import { exchange } from '../../exchange.ts';
import { heapInUse } from '../../heap-in-use.ts';

export interface SoakSettings {
  /** A synthesized stack with a throttle that lets all requests through. */
  readonly assembly: string;
  readonly requests: number;
  readonly minutes: number;
  readonly clients: number;
  readonly mostInstances?: number;
}

/** The state of `npm start` while no request is running. */
export interface Sample {
  readonly requests: number;
  /** After a garbage collection. */
  readonly heapMegabytes: number;
  readonly sockets: number;
  readonly instances: number;
}

/** So few ids that the table is soon full. After that, only a leak needs more memory. */
const ids = 1_000;
/** Compiled code and caches may still grow so much. A leak of 50 bytes a request is more after a million requests. */
const mostGrowthMegabytes = 10;

/** Sends requests of several kinds to the local service, and compares its state after a quarter and at the end. */
export async function soak({ assembly, mostInstances, ...plan }: SoakSettings) {
  const store = await startPlantStore({ assembly, mostInstances });
  const agent = new Agent({ keepAlive: true, maxSockets: plan.clients });
  const deadline = Date.now() + plan.minutes * 60_000;
  const unexpected: string[] = [];
  let sent = 0;
  const send = async (place: number) => {
    const { body, token = store.token, expected } = requestAt(place);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await exchange(`${store.url}/plants`, { agent, headers, body });
    const text = `${answer.status} ${answer.body}`;
    if (!text.startsWith(expected)) unexpected.push(`${body}: ${text}`);
  };
  const sendUntil = async (requests: number): Promise<Sample> => {
    const client = async () => {
      while (sent < requests && Date.now() < deadline) await send(sent++);
    };
    await Promise.all(Array.from({ length: plan.clients }, client));
    const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap');
    const heapMegabytes = heapInUse() / 2 ** 20;
    const instances = store.pids().length;
    return { requests: sent, heapMegabytes, sockets: sockets.length, instances };
  };
  try {
    await send(0); // The plant that later requests find.
    // All clients at once, with a new token and with a plant, so that every instance starts.
    for (const place of [3, 4]) {
      await Promise.all(Array.from({ length: plan.clients }, () => send(place)));
    }
    const before = await sendUntil(plan.requests / 4);
    return { before, after: await sendUntil(plan.requests), unexpected };
  } finally {
    agent.destroy();
    await store.close();
  }
}

/** The request at each place of an endless sequence, and the start of its only right answer. */
function requestAt(place: number): { body: string; token?: string; expected: string } {
  const plant = (id: number) => JSON.stringify({ id, name: `Plant ${id}` });
  const kind = place % 20;
  if (kind === 1) return { body: `{"id":${place}`, expected: '400 {"error":1001,' };
  if (kind === 2) return { body: '{"id":0,"name":"Fern"}', expected: '400 {"error":1004,' };
  if (kind === 3) return { body: plant(place), token: generateToken(), expected: '403 ' };
  return { body: plant(place % ids), expected: '200 ' };
}

/** What is wrong after a soak, in sentences. */
export function problemsOf({ before, after, unexpected }: Awaited<ReturnType<typeof soak>>) {
  const growth = after.heapMegabytes - before.heapMegabytes;
  return [
    ...unexpected.slice(0, 10).map((answer) => `Unexpected answer to ${answer}`),
    ...(growth > mostGrowthMegabytes ? [`The heap grew by ${growth.toFixed(1)} MB.`] : []),
    ...(['sockets', 'instances'] as const)
      .filter((kind) => after[kind] > before[kind])
      .map((kind) => `There were ${before[kind]} ${kind}, then ${after[kind]}.`),
    ...(after.requests <= before.requests ? ['It ended too early to see anything.'] : []),
  ];
}
