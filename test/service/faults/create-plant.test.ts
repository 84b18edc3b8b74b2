import { randomUUID } from 'node:crypto';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { afterAll, expect, it, vi } from 'vitest';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { createPlantEvent } from '../../events.ts';
import { template } from '../../synthesized.ts';
import { faults } from './fault.ts';
import { startFaultyStore } from './faulty-store.ts';

interface LogLine {
  readonly level: string;
  readonly requestId?: string;
  readonly cause?: unknown;
}
const log: LogLine[] = [];
for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation((line) => void log.push({ level, ...line }));
}

const dynamodb = await startDynamodb();
const direct = new DynamoDBClient({ endpoint: dynamodb.url });
async function stored(id: number) {
  const Key = { id: { N: `${id}` } };
  return (await direct.send(new GetItemCommand({ TableName: 'Plants', Key }))).Item;
}

type Handler = typeof import('../../../functions/create-plant/handler.ts')['handler'];
const timeout = Number(template.Resources['CreatePlant']?.Properties['Timeout']) * 1_000;

/** Sends a plant as Lambda does, with a timeout that runs. */
async function send(handler: Handler, id: number, name: string, requestId = 'another') {
  const end = performance.now() + timeout;
  const event = createPlantEvent(`{"id":${id},"name":"${name}"}`, {
    requestContext: { requestId } as never,
  });
  const clock = { getRemainingTimeInMillis: () => end - performance.now() } as Context;
  const { statusCode, headers, body } = await handler(event, clock);
  return { status: statusCode, headers, body: JSON.parse(body) };
}

/** Loads a new copy of the handler for its own store. In its first call the SDK reads the store's address. */
async function startCase(name: string, often: 'once' | 'always', id: number) {
  const fault = faults[name] as (typeof faults)[string];
  const store = await startFaultyStore(dynamodb.url, fault);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url);
  vi.stubEnv('PLANTS_TABLE_NAME', 'Plants');
  vi.resetModules();
  const { handler } = await import('../../../functions/create-plant/handler.ts');
  await send(handler, -1, 'Seed');
  const begin = () => store.begin(often === 'once' ? 1 : Number.POSITIVE_INFINITY);
  const { cause } = fault;
  return { name, often, id, outcome: fault[often], cause, handler, store: { ...store, begin } };
}

const cases: Awaited<ReturnType<typeof startCase>>[] = [];
for (const name of Object.keys(faults)) {
  for (const often of ['once', 'always'] as const) {
    cases.push(await startCase(name, often, cases.length));
  }
}
afterAll(async () => {
  for (const { store } of cases) store.close();
  await dynamodb.stop();
});

const answers = {
  unavailable: { error: 1006, message: 'the store cannot be reached in time, please retry' },
  unexpected: { error: 1000, message: 'something went wrong on our side, please retry later' },
};
const outOfTime = { error: 1006, message: 'the request ran out of time, please retry' };
const levels = { unavailable: 'warn', unexpected: 'error' };
const internals = /aws|dynamo|amazon|exception|smithy|sdk|table|plants|node:|127\.0|\.test|\.ts/i;

type Case = (typeof cases)[number];
type Answer = Awaited<ReturnType<typeof send>> & { readonly lines: readonly LogLine[] };

/** The client's time limit of one second is real. Sends again if the machine, and not the fault, used it up. */
async function sendDuringFault(row: Case, isFirst = true): Promise<Answer> {
  await row.store.begin();
  const request = randomUUID();
  const start = performance.now();
  const answer = await send(row.handler, row.id, 'Fern', request);
  const milliseconds = performance.now() - start;
  // Later, a call of an earlier request can still arrive.
  if (isFirst) expect(row.store.attempts()).toBeLessThanOrEqual(3);
  const lines = log.filter(({ requestId }) => requestId === request);
  return isExplained(row, JSON.stringify(lines), milliseconds)
    ? { ...answer, lines }
    : sendDuringFault(row, false);
}

/** False if two attempts or more took their whole second, and the fault is not the reason. */
function isExplained({ cause, outcome }: Case, logged: string, milliseconds: number): boolean {
  const isTimeout = /timed out|exceeded the configured 1000 ms|out of time/.test(logged);
  return !isTimeout || milliseconds < 1_900 || (outcome !== 'unharmed' && cause.test(logged));
}

/** Sends as a client does, which repeats a request after error 1006. */
async function sendUntilAnswered(...request: Parameters<typeof send>): ReturnType<typeof send> {
  const answer = await send(...request);
  return answer.body.error === 1006 ? sendUntilAnswered(...request) : answer;
}

const slow = { timeout: 600_000 };

it.concurrent.each(cases)('$name, $often, leaves a plant $outcome', slow, async (row) => {
  const { id, often, outcome, cause, handler, store } = row;
  const fern = { id: { N: `${id}` }, name: { S: 'Fern' } };
  const { status, headers, body, lines } = await sendDuringFault(row);

  if (outcome === 'unharmed') {
    expect({ status, body, lines }).toEqual({ status: 200, body: { name: 'Fern' }, lines: [] });
    expect(await stored(id)).toEqual(fern);
  } else {
    expect(status).toBe(400);
    expect([answers[outcome], outOfTime]).toContainEqual(body);
    expect(headers['retry-after']).toBe(outcome === 'unavailable' ? '1' : undefined);
    expect(JSON.stringify(body)).not.toMatch(internals);
    expect([fern, undefined]).toContainEqual(await stored(id));
    const { error } = answers[outcome];
    expect(lines).toMatchObject([{ level: levels[outcome], error, reason: outcome }]);
    expect(JSON.stringify(lines[0]?.cause)).toMatch(cause);
    expect(JSON.stringify(lines)).not.toContain('Fern');
  }

  // After the fault, the same instance serves the client that tries again.
  await store.end();
  expect((await sendUntilAnswered(handler, id, 'Fern')).status).toBe(200);
  expect(await stored(id)).toEqual(fern);

  // A true conflict is reported, even during a fault that does no harm to a plant.
  if (often === 'once' && outcome === 'unharmed') await store.begin();
  const conflict = await sendUntilAnswered(handler, id, 'Moss');
  expect(conflict.body).toEqual({ error: 1004, message: `another plant has the id ${id}` });
  expect(await stored(id)).toEqual(fern);
});
