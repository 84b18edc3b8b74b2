import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  type PlantStoreOptions,
  startPlantStore,
} from '../../../../infra/commands/start/service.ts';
import { findRun } from '../../../../infra/local/data-folder/data-folder.ts';
import { startEmbeddedDynamodb } from '../../../embedded-dynamodb.ts';
import { assembly } from '../../../synthesized.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { type Interference, startStoreProxy } from '../../commands/token/store-proxy.ts';
import { token } from '../../commands/token/token-command.ts';

/** As Amazon's DynamoDB Local does, whatever else than a call it is asked. */
const callsAlone: Interference = async (operation, forward) =>
  operation === 'undefined' ? { status: 400, headers: {}, body: Buffer.from('{}') } : forward();

async function started(options: Partial<PlantStoreOptions>) {
  const store = await startPlantStore({ assembly, ...options });
  onTestFinished(store.close);
  return store;
}

it('npm run token reaches a run that keeps nothing, which leaves no folder behind', async () => {
  const folder = join(temporaryFolder(), 'data');
  const store = await startPlantStore({ assembly, runFolder: folder });
  const created = await token('create', '--client', 'brief', '--data', folder);
  expect(created.stderr).toContain(` of brief, in the memory of the run at ${store.url}, `);
  const answer = await fetch(`${store.url}/plants`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${created.stdout.trim()}`,
      'content-type': 'application/json',
    },
    body: '{"id":1,"name":"Fern"}',
  });
  expect(answer.status).toBe(200);
  await store.close();
  expect(existsSync(folder)).toBe(false);
});

it('npm run token reaches a run on another DynamoDB, which may tell nothing of its health', async () => {
  const folder = join(temporaryFolder(), 'data');
  const embedded = await startEmbeddedDynamodb();
  onTestFinished(embedded.stop);
  const other = await startStoreProxy(embedded.url, callsAlone);
  onTestFinished(other.stop);
  const store = await started({ dynamodb: other.url, runFolder: folder });
  const created = await token('create', '--client', 'outside', '--data', folder);
  expect(created.stderr).toContain(` of outside, in the DynamoDB at ${other.url}, `);
  expect(store.tokenHolds).toBe(true);
});

it('what a run keeps goes before what another has in memory', async () => {
  const data = join(temporaryFolder(), 'data');
  const early = await startPlantStore({ assembly, runFolder: data });
  const kept = await started({ data });
  await started({ runFolder: data });
  await early.close();
  expect(await findRun(data)).toMatchObject({ url: kept.url, store: 'folder' });
});

it('a file that a killed run left, and that a command is reading, is replaced', async () => {
  const data = join(temporaryFolder(), 'data');
  const file = join(data, 'run.json');
  mkdirSync(data);
  writeFileSync(file, '{}');
  const reader = openSync(file, 'r');
  onTestFinished(() => closeSync(reader));
  const store = await started({ data });
  expect(await findRun(data)).toMatchObject({ url: store.url });
});

it('tells whether the development token still holds', async () => {
  const data = join(temporaryFolder(), 'data');
  const store = await startPlantStore({ assembly, data });
  expect(store.tokenHolds).toBe(true);
  await token('revoke', store.token, '--data', data);
  await store.close();
  expect((await started({ data })).tokenHolds).toBe(false);
});
