import { EventEmitter, once } from 'node:events';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { developmentClient } from '../../../../tools/commands/development-token.ts';
import type { RequestRecord } from '../../../../tools/commands/start/request-record.ts';
import { startPlantStore } from '../../../../tools/commands/start/service.ts';
import { path, plantJson } from '../../../setup/plants.ts';
import { slow } from '../../../setup/slow.ts';
import { assembly, functionFolder, template, templatePath } from '../../../setup/synthesized.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';
import { createMany, storedIds } from './plants.ts';

const requests = new EventEmitter<{ answered: [RequestRecord] }>();
/** For all tests except those of a start or an end. Each test uses its own ids. */
const store = await startPlantStore({
  assembly,
  mostInstances: 2,
  onRequest: (record) => requests.emit('answered', record),
});
afterAll(async () => {
  await store.close();
});

function post(body: string) {
  return fetch(store.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${store.token}`, 'content-type': 'application/json' },
    body,
  });
}

describe('the synthesized stack, served here', slow, () => {
  it('reports a request with its code and the logs of the function', async () => {
    const answered = once(requests, 'answered');
    await post('{}');
    expect(await answered).toEqual([
      {
        method: 'POST',
        path,
        status: 400,
        error: 1003,
        milliseconds: expect.any(Number),
        cold: true,
        client: developmentClient,
        logs: [expect.stringContaining('1003')],
      },
    ]);
  });

  it('answers many concurrent clients, and every 200 is in the table', async () => {
    const earlier = await storedIds(store.dynamodb, 'Plants');
    const count = 80;
    const failures: RequestRecord[] = [];
    const keepFailures = (record: RequestRecord) => record.status !== 200 && failures.push(record);
    requests.on('answered', keepFailures);
    onTestFinished(() => void requests.off('answered', keepFailures));
    const statuses = await createMany(store, { from: 1_000_000, count, clients: 200 });
    expect(statuses.size).toBe(count);
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

describe('a swap', slow, () => {
  it('to something broken keeps the old functions', async () => {
    await expect(store.swap(temporaryFolder())).rejects.toThrow('manifest.json');
    expect((await post(plantJson(4))).status).toBe(200);
  });

  /** The assembly with other bodies of functions, which may take minutes, and one more table. */
  function assemblyWith(bodies: Readonly<Record<string, string>>): string {
    const changed = temporaryFolder();
    cpSync(assembly, changed, { recursive: true });
    for (const [name, body] of Object.entries(bodies)) {
      writeFileSync(
        join(changed, relative(assembly, functionFolder(name)), 'handler.js'),
        `exports.warmUp = () => {}; exports.handler = async () => { ${body} };`,
      );
    }
    const Resources = { ...template.Resources, More: template.Resources['Plants'] };
    const text = JSON.stringify({ ...template, Resources }).replace(/("Timeout":)\d+/g, '$1600');
    writeFileSync(join(changed, basename(templatePath)), text);
    return changed;
  }

  it('serves the new functions on the same data, and drops no request', async () => {
    const changed = assemblyWith({ CreatePlant: 'return { name: "swapped" };' });
    onTestFinished(() => store.swap(assembly));
    await post(plantJson(20_000));
    const count = 100;
    const under = createMany(store, { from: 20_001, count, clients: 10 });
    await store.swap(changed);
    expect(new Set((await under).values())).toEqual(new Set([200]));
    expect(await (await post(plantJson(5))).json()).toEqual({ name: 'swapped' });
    expect(await storedIds(store.dynamodb, 'Plants')).toContain(20_000);
    expect(await storedIds(store.dynamodb, 'More')).toEqual(new Set());
  });

  it('serves new functions while an old one works', async () => {
    const folder = temporaryFolder();
    const [begun, go] = [join(folder, 'begun'), join(folder, 'go')];
    const waits = `const { existsSync, writeFileSync } = require('node:fs');
      writeFileSync(${JSON.stringify(begun)}, '');
      while (!existsSync(${JSON.stringify(go)})) await new Promise((done) => setTimeout(done, 10));`;
    const old = {
      Authorize: `${waits} return { isAuthorized: true };`,
      CreatePlant: 'return { pid: process.pid };',
    };
    await store.swap(assemblyWith(old));
    const answers: { status: number; body: { pid?: number } }[] = [];
    const keep = async (response: Response) =>
      answers.push({ status: response.status, body: (await response.json()) as object });
    const underWay = post(plantJson(6)).then(keep);
    await vi.waitUntil(() => existsSync(begun), slow);
    const pids = store.pids();
    const swapped = store.swap(assembly);
    await vi.waitUntil(() => store.pids().every((pid) => !pids.includes(pid)), slow);
    await post(plantJson(7)).then(keep);
    writeFileSync(go, '');
    await underWay;
    const [ofNew, ofOld] = answers;
    expect(ofNew).toEqual({
      status: 200,
      body: expect.not.objectContaining({ pid: expect.any(Number) }),
    });
    expect(ofOld).toEqual({ status: 200, body: { pid: expect.any(Number) } });
    await swapped;
    expect(() => process.kill(ofOld?.body.pid ?? 0, 0)).toThrow();
  });
});

it('a port of a debugger that is in use is one sentence', async () => {
  const ports = [Number(new URL(store.url).port)];
  const inspectorAddress = { host: '127.0.0.1', ports, setting: '--inspect' };
  await expect(startPlantStore({ assembly, inspectorAddress })).rejects.toThrow(
    new RegExp(`${ports} .*--inspect`),
  );
});

it('a second one names the first, and damaged data are refused by the name of the file', async () => {
  const data = join(temporaryFolder(), 'data');
  const first = await startPlantStore({ assembly, data });
  await expect(startPlantStore({ assembly, data })).rejects.toThrow(
    `The process ${process.pid} already serves the data folder ${data}, at ${first.url}.`,
  );
  await first.close();
  writeFileSync(join(data, 'tables/tables.sqlite'), 'nothing that SQLite can read');
  await expect(startPlantStore({ assembly, data })).rejects.toThrow(
    /tables\.sqlite is damaged: .+\. Delete the folder .+data to begin again\.$/,
  );
});

it('closing finishes running requests, and ends every process', slow, async () => {
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
