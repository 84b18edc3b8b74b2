import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { failures } from '../../../functions/http/failure.ts';
import { answerText, key } from '../../../tools/test/setup/contract.ts';
import { slow } from '../../../tools/test/setup/slow.ts';
import { brokenPromises } from './outside.ts';

// What these histories can see of a service from outside. The right one is in ../api/gateway.test.ts.

/** Whether the client of a plant gets 200. It may change what is stored. */
type Add = (stored: Map<unknown, string>, id: unknown, plant: string) => boolean;

const right: Add = (stored, id, plant) => {
  if (!stored.has(id)) stored.set(id, plant);
  return stored.get(id) === plant;
};

let requests = 0;
const wrong: Readonly<Record<string, Add>> = {
  'replaces a plant': (stored, id, plant) => Boolean(stored.set(id, plant)),
  'stores no plant now and then': (stored, id, plant) => {
    requests += 1;
    return requests % 3 === 0 ? !stored.has(id) : right(stored, id, plant);
  },
  'refuses a repeated plant': (stored, id, plant) => !stored.has(id) && right(stored, id, plant),
  'does not compare what is stored': (stored, id, plant) => right(stored, id, plant) || true,
};

it.each(Object.entries(wrong))('from outside, a service that %s is found', slow, async (_, add) => {
  const stored = new Map();
  const server = createServer(async (request, response) => {
    const plant = Object(await json(request));
    const isStored = add(stored, plant[key], JSON.stringify(plant));
    if (isStored) response.end(answerText(plant));
    else response.writeHead(400).end(`{"error":${failures.idTaken.error},"message":""}`);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const service = { url: `http://127.0.0.1:${port}`, token: '', names: ['CreatePlant'] };
  const broken = await brokenPromises(service, { numRuns: 100, endOnFailure: true });
  expect(broken).toContain('contradict each other');
});
