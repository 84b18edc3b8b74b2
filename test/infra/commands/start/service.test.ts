import { EventEmitter, once } from 'node:events';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RequestRecord } from '../../../../infra/commands/start/request-record.ts';
import { startPlantStore } from '../../../../infra/commands/start/service.ts';
import { findRun } from '../../../../infra/local/data-folder/data-folder.ts';
import { openTables } from '../../../../infra/local/tables/tables.ts';
import { fullOrShort } from '../../../full-or-short.ts';
import { heapInUse } from '../../../heap-in-use.ts';
import { assembly } from '../../../synthesized.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { changedAssembly } from './changed-assembly.ts';
import { createMany, storedIds } from './plants.ts';

const folder = temporaryFolder();
const requests = new EventEmitter<{ answered: [RequestRecord] }>();
/** For all tests except those of a start or an end. Each test uses its own ids. */
const store = await startPlantStore({
  assembly,
  data: folder,
  mostInstances: 2,
  onRequest: (record) => requests.emit('answered', record),
});
afterAll(async () => {
  await store.close();
});

function post(plant: object, token = store.token) {
  return fetch(`${store.url}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(plant),
  });
}

const createsNothing =
  'exports.handler = async () => ({ statusCode: 200, headers: { "content-type": "application/json" }, body: "{\\"name\\":\\"swapped\\"}" });';

describe('the synthesized stack, served here', () => {
  it('creates a plant and reports it', async () => {
    const answered = once(requests, 'answered');
    const answer = await post({ id: 1, name: 'Monstera', tag: 'houseplant' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ name: 'Monstera', tag: 'houseplant' });
    expect(await answered).toEqual([
      {
        requestId: answer.headers.get('apigw-requestid'),
        method: 'POST',
        path: '/plants',
        status: 200,
        milliseconds: expect.any(Number),
        cold: true,
        client: 'developer',
        logs: [],
      },
    ]);
    expect(await storedIds(store.dynamodb, store.tables['Plants'] ?? '')).toEqual(new Set([1]));
  });

  it('reports a failure with its code and the logs of the function', async () => {
    const answered = once(requests, 'answered');
    expect((await post({ id: 2 })).status).toBe(400);
    const [record] = await answered;
    expect(record).toMatchObject({ status: 400, error: 1003, client: 'developer' });
    expect(record.logs.map((line: string) => JSON.parse(line).message)).toEqual([
      expect.objectContaining({ error: 1003, client: 'developer' }),
    ]);
  });

  it('answers 200 concurrent clients, and every 200 is in the table', {
    timeout: 600_000,
  }, async () => {
    const earlier = await storedIds(store.dynamodb, 'Plants');
    const from = 1_000_000;
    const count = Number(process.env['REQUESTS'] ?? fullOrShort({ full: 1_000, short: 400 })) / 2;
    const failures: RequestRecord[] = [];
    const keepFailures = (record: RequestRecord) => record.status !== 200 && failures.push(record);
    requests.on('answered', keepFailures);
    onTestFinished(() => void requests.off('answered', keepFailures));
    const statuses = await createMany(store, { from, count, clients: 200 });
    const warm = heapInUse();
    const rest = { from: from + count, count, clients: 200 };
    for (const [id, status] of await createMany(store, rest)) statuses.set(id, status);
    expect(heapInUse() - warm).toBeLessThan(10 * 1024 * 1024);
    expect(statuses.size).toBe(2 * count);
    expect([...statuses.values()]).not.toContain(0);
    // 429 is the throttle of the template. On a busy machine, an attempt to reach the tables can exceed
    // its time limit (1006), and so can a function (503).
    const unexpected = failures.filter(
      ({ status, error }) => status !== 429 && status !== 503 && error !== 1006,
    );
    expect(unexpected).toEqual([]);
    const acknowledged = [...statuses].filter(([, status]) => status === 200).map(([id]) => id);
    expect(acknowledged.length).toBeGreaterThan(0);
    const stored = (await storedIds(store.dynamodb, 'Plants')).difference(earlier);
    expect(new Set(acknowledged).difference(stored)).toEqual(new Set());
    expect(stored.difference(new Set(statuses.keys()))).toEqual(new Set());
  });
});

describe('a swap', () => {
  it('to something broken keeps the old functions', async () => {
    await expect(store.swap(temporaryFolder())).rejects.toThrow(
      'is not a folder that cdk synth wrote: manifest.json is missing or damaged.',
    );
    expect((await post({ id: 4, name: 'x' })).status).toBe(200);
  });

  it('serves the new functions on the same data, and drops no request', async () => {
    const changed = changedAssembly(createsNothing);
    onTestFinished(() => store.swap(assembly));
    await post({ id: 20_000, name: 'kept' });
    const count = fullOrShort({ full: 200, short: 100 });
    const under = createMany(store, { from: 20_001, count, clients: 10 });
    await store.swap(changed);
    expect(new Set((await under).values())).toEqual(new Set([200]));
    expect(await (await post({ id: -1, name: 'x' })).json()).toEqual({ name: 'swapped' });
    expect(await storedIds(store.dynamodb, 'Plants')).toContain(20_000);
  });
});

describe('closing', () => {
  it('finishes running requests, and ends every process', async () => {
    const store = await startPlantStore({ assembly });
    const under = createMany(store, { count: 1, clients: 1 });
    await expect.poll(() => store.pids().length).toBeGreaterThan(0);
    const pids = store.pids();
    await store.close();
    expect(new Set((await under).values())).toEqual(new Set([200]));
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
    await expect(fetch(store.url)).rejects.toThrow();
    await expect(fetch(store.dynamodb)).rejects.toThrow();
  });
});

it('the data folder has a file with the run that serves it', async () => {
  expect(await findRun(temporaryFolder())).toBeUndefined();
  expect(await findRun(folder)).toEqual({
    pid: process.pid,
    url: store.url,
    apigateway: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    dynamodb: store.dynamodb,
    tables: { Plants: 'Plants', Tokens: 'Tokens' },
    store: 'folder',
  });
});

describe('another DynamoDB', () => {
  it('is used and not stopped, and gets missing tables and tokens', async () => {
    const other = await openTables(undefined);
    onTestFinished(other.close);
    const runFolder = temporaryFolder();
    for (const id of [1, 2]) {
      const store = await startPlantStore({ assembly, dynamodb: other.url, runFolder });
      expect(store.dynamodb).toBe(other.url);
      expect(await findRun(runFolder)).toMatchObject({ store: 'dynamodb', dynamodb: other.url });
      const statuses = await createMany(store, { from: id, count: 1, clients: 1 });
      await store.close();
      expect([...statuses.values()]).toEqual([200]);
    }
    expect(await storedIds(other.url, 'Plants')).toEqual(new Set([1, 2]));
  });

  it('that does not answer like one is one sentence', async () => {
    const nowhere = 'http://127.0.0.1:1';
    await expect(startPlantStore({ assembly, dynamodb: nowhere })).rejects.toThrow(
      `Cannot use a DynamoDB at ${nowhere} (ECONNREFUSED).`,
    );
    await expect(startPlantStore({ assembly, dynamodb: store.url })).rejects.toThrow(
      new RegExp(`^Cannot use a DynamoDB at ${store.url} \\(\\w+\\)\\.$`),
    );
  });
});
