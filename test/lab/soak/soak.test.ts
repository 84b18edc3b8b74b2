import { Agent } from 'node:http';
import { expect, it } from 'vitest';
import { startPlantStore } from '../../../tools/commands/start/service.ts';
import { generateToken } from '../../../tools/commands/token/generate-token.ts';
import { exchange } from '../../exchange.ts';
import { fullOrShort } from '../../full-or-short.ts';
import { heapInUse } from '../../heap-in-use.ts';
import { path, plantJson } from '../../plants.ts';
import { unthrottled } from '../../unthrottled.ts';

const requests = fullOrShort({ full: 5_000, short: 800 });
const clients = 16;
/** So few ids that the table is soon full. After that, only a leak needs more memory. */
const ids = 100;
/** Caches can still grow so much. The full form finds a leak of 2,800 bytes in each request. */
const mostGrowthBytes = 10 * 2 ** 20;

it('many requests leave neither memory nor sockets nor instances behind', async () => {
  await using resources = new AsyncDisposableStack();
  const store = await startPlantStore({ assembly: unthrottled(), mostInstances: 2 });
  resources.defer(store.close);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  resources.defer(() => agent.destroy());
  const unexpected: string[] = [];
  const send = async (place: number) => {
    const { body, token = store.token, expected } = requestAt(place);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await exchange(store.url + path, { agent, headers, body });
    const text = `${answer.status} ${answer.body}`;
    if (!text.startsWith(expected)) unexpected.push(`${body}: ${text}`);
  };
  const atOnce = (run: () => Promise<void>) => Promise.all(Array.from({ length: clients }, run));
  let sent = 0;
  /** The state after so many requests, while none is running. */
  const stateAfter = async (count: number) => {
    await atOnce(async () => {
      while (sent < count) await send(sent++);
    });
    const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap');
    return { heap: heapInUse(), sockets: sockets.length, instances: store.pids().length };
  };
  await send(0); // The plant that later requests find.
  // A new token and a plant from all clients at the same time, so that every instance starts.
  for (const place of [3, 4]) await atOnce(() => send(place));
  const before = await stateAfter(requests / 4);
  const after = await stateAfter(requests);
  expect(unexpected).toEqual([]);
  expect(after.heap - before.heap).toBeLessThan(mostGrowthBytes);
  expect(after.sockets).toBeLessThanOrEqual(before.sockets);
  expect([before.instances, after.instances]).toEqual([4, 4]);
});

/** The request at each place of an endless sequence, and the start of its only right answer. */
function requestAt(place: number): { body: string; token?: string; expected: string } {
  const kind = place % 20;
  if (kind === 1) return { body: plantJson(place).slice(0, -1), expected: '400 {"error":1001,' };
  if (kind === 2) return { body: plantJson(0, 'Moss'), expected: '400 {"error":1004,' };
  if (kind === 3) return { body: plantJson(place), token: generateToken(), expected: '403 ' };
  return { body: plantJson(place % ids), expected: '200 ' };
}
