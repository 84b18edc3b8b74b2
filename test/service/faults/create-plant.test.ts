import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { afterAll, expect, it, vi } from 'vitest';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { createPlantEvent } from '../../events.ts';
import { faultCases } from './fault-cases.ts';
import { type Instance, startInstance, timeoutOf } from './instance.ts';
import { recordLog } from './log-lines.ts';

const log = recordLog();
const dynamodb = await startDynamodb();
const direct = new DynamoDBClient({ endpoint: dynamodb.url });
async function stored(id: number) {
  const Key = { id: { N: `${id}` } };
  return (await direct.send(new GetItemCommand({ TableName: 'Plants', Key }))).Item;
}

vi.stubEnv('PLANTS_TABLE_NAME', 'Plants');
function load() {
  return import('../../../functions/create-plant/handler.ts');
}
type Handler = Awaited<ReturnType<typeof load>>['handler'];
const timeout = timeoutOf('CreatePlant');

/** Sends a plant as Lambda would, with a timeout that runs. */
async function send(handler: Handler, id: number, name: string, requestId = 'another') {
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  const event = createPlantEvent(`{"id":${id},"name":"${name}"}`, {
    requestContext: { requestId } as never,
  });
  const clock = { getRemainingTimeInMillis: () => timeout - elapsed() } as Context;
  const { statusCode, headers, body } = await handler(event, clock);
  return { status: statusCode, headers, body: JSON.parse(body), milliseconds: elapsed() };
}

const cases: ((typeof faultCases)[number] & { id: number; instance: Instance<Handler> })[] = [];
for (const [id, faultCase] of faultCases.entries()) {
  const instance = await startInstance<Handler>(dynamodb.url, faultCase, load, (handler) =>
    send(handler, -1, 'Seed'),
  );
  cases.push({ ...faultCase, id, instance });
}

const answers = {
  unavailable: { error: 1006, message: 'the store cannot be reached in time, please retry' },
  unexpected: { error: 1000, message: 'something went wrong on our side, please retry later' },
};
const outOfTime = { error: 1006, message: 'the request ran out of time, please retry' };
const levels = { unavailable: 'warn', unexpected: 'error' };
const internals = /aws|dynamo|amazon|exception|smithy|sdk|table|plants|node:|127\.0|\.test|\.ts/i;

afterAll(async () => {
  for (const { instance } of cases) instance.store.close();
  await dynamodb.stop();
});

it.concurrent.each(cases)('$fault, $often, leaves a plant $outcome', async (faultCase) => {
  const { id, outcome, cause, instance } = faultCase;
  const { handler, store } = instance;
  const fern = { id: { N: `${id}` }, name: { S: 'Fern' } };
  await store.begin();
  const { status, headers, body, milliseconds } = await send(handler, id, 'Fern', `${id}`);

  expect(milliseconds).toBeLessThan(timeout);
  expect(store.attempts()).toBeLessThanOrEqual(3);
  const lines = log.filter(({ requestId }) => requestId === `${id}`);
  if (outcome === 'unharmed') {
    expect({ status, body }).toEqual({ status: 200, body: { name: 'Fern' } });
    expect(await stored(id)).toEqual(fern);
    expect(lines).toEqual([]);
  } else {
    expect(status).toBe(400);
    expect([answers[outcome], outOfTime]).toContainEqual(body);
    expect(headers).toEqual({
      'content-type': 'application/json',
      ...(outcome === 'unavailable' && { 'retry-after': '1' }),
    });
    expect(JSON.stringify(body)).not.toMatch(internals);
    expect([fern, undefined]).toContainEqual(await stored(id));
    const [line, ...others] = lines;
    expect(line).toMatchObject({
      level: levels[outcome],
      error: answers[outcome].error,
      reason: outcome,
    });
    expect(JSON.stringify(line?.cause)).toMatch(cause);
    expect(JSON.stringify(line)).not.toContain('Fern');
    expect(others).toEqual([]);
  }

  // After the fault, the same instance serves the client that tries again.
  await store.end();
  expect((await send(handler, id, 'Fern')).status).toBe(200);
  expect(await stored(id)).toEqual(fern);

  // A true conflict is reported, even during a fault that does no harm to a plant.
  if (faultCase.often === 'once' && outcome === 'unharmed') await store.begin();
  const conflict = await send(handler, id, 'Moss');
  expect(conflict.body).toEqual({ error: 1004, message: `another plant has the id ${id}` });
  expect(await stored(id)).toEqual(fern);
});
