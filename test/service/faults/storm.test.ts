import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it, vi } from 'vitest';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { context, createPlantEvent } from '../../events.ts';
import { publish } from '../../lab/prove/figure.ts';
import { often } from '../../lab/prove/often.ts';
import { type Fault, type FaultName, faults } from './fault.ts';
import { startFaultyStore } from './faulty-store.ts';
import { recordLog } from './log-lines.ts';

recordLog();
const dynamodb = await startDynamodb();
const direct = new DynamoDBClient({ endpoint: dynamodb.url });

const ofConnections: FaultName[] = ['connection refused', 'DNS failure'];
const slow: FaultName[] = ['an answer a byte at a time', 'slow by 900 ms'];
const meets = Object.entries(faults as Record<FaultName, Fault>)
  .filter(([name]) => ![...ofConnections, ...slow].includes(name as FaultName))
  .flatMap(([, { meet }]) => meet ?? []);

function pick<Item>(list: readonly Item[]): Item {
  return list[Math.floor(Math.random() * list.length)] as Item;
}

const pass: Fault['meet'] & {} = async (response, apply) => {
  const { status, headers, body } = await apply();
  response.writeHead(status, headers).end(body);
};

/** About every second request meets a random fault. */
const storm: Fault = {
  meet: (response, apply) => (Math.random() < 0.5 ? pick(meets) : pass)(response, apply),
};

const store = await startFaultyStore(dynamodb.url, storm);
vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
vi.stubEnv('PLANTS_TABLE_NAME', 'Plants');
const { handler } = await import('../../../functions/create-plant/handler.ts');
afterAll(async () => {
  store.close();
  await dynamodb.stop();
});

const clients = 20;
const plants = often({ full: 2_000, short: 100 });

async function send(id: number) {
  const { statusCode, body } = await handler(
    createPlantEvent(`{"id":${id},"name":"Fern ${id}"}`),
    context(),
  );
  return statusCode === 200 ? 200 : JSON.parse(body).error;
}

async function table(): Promise<Map<number, string | undefined>> {
  const items = new Map<number, string | undefined>();
  for await (const { Items = [] } of paginateScan({ client: direct }, { TableName: 'Plants' })) {
    for (const { id, name } of Items) items.set(Number(id?.N), name?.S);
  }
  return items;
}

it('many random faults lose no acknowledged plant, and cause no conflict', {
  timeout: 300_000,
}, async () => {
  await store.begin(Number.POSITIVE_INFINITY);
  const acknowledged: number[] = [];
  const failed: number[] = [];
  let next = 0;
  const client = async () => {
    for (let id = next++; id < plants; id = next++) {
      const code = await send(id);
      expect([200, 1000, 1006]).toContain(code);
      (code === 200 ? acknowledged : failed).push(id);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(failed.length).toBeGreaterThan(0);

  const held = await table();
  for (const [id, name] of held) expect(name).toBe(`Fern ${id}`);
  for (const id of acknowledged) expect(held.get(id)).toBe(`Fern ${id}`);

  // Clients that got a failure retry after the storm.
  await store.end();
  for (const id of failed) expect(await send(id)).toBe(200);
  expect((await table()).size).toBe(plants);
  publish({
    part: 'faults',
    claim: `${plants.toLocaleString('en')} plants through a store that fails every other request at random: none that was acknowledged lost, none altered, no false conflict`,
    figure: `${acknowledged.length} acknowledged, ${failed.length} told to retry`,
  });
});
