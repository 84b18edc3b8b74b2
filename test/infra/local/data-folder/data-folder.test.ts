import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type PlantStoreOptions,
  startPlantStore,
} from '../../../../infra/commands/start/service.ts';
import { findRun, tablesPath, writeRun } from '../../../../infra/local/data-folder/data-folder.ts';
import { assembly } from '../../../synthesized.ts';
import { onWindows } from '../../../system.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { token } from '../../commands/token/token-command.ts';

async function started(options: Partial<PlantStoreOptions>) {
  const store = await startPlantStore({ assembly, ...options });
  onTestFinished(store.close);
  return store;
}

it('npm run token reaches a run in memory, which leaves no folder behind', async () => {
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

it('a run in memory starts in a folder that cannot be written, and logs it', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const logs: string[] = [];
  const store = await started({
    runFolder: join(file, 'data'),
    onLog: (log) => logs.push(log),
  });
  expect((await fetch(`${store.url}/plants`, { method: 'POST' })).status).toBe(401);
  expect(logs).toEqual([expect.stringMatching(/^Other commands cannot find this run: .+/)]);
});

it('a run that stores its data takes precedence over one in memory', async () => {
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

it('shows whether the development token is still valid', async () => {
  const data = join(temporaryFolder(), 'data');
  const store = await startPlantStore({ assembly, data });
  expect(store.tokenHolds).toBe(true);
  await token('revoke', store.token, '--data', data);
  await store.close();
  expect((await started({ data })).tokenHolds).toBe(false);
});

describe('run.json', () => {
  const run = { pid: process.pid, url: 'a', apigateway: '', tables: {}, store: 'folder' as const };

  it('with a service that accepts and never answers is one sentence', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const data = temporaryFolder();
    await writeRun(data, { ...run, dynamodb: `http://127.0.0.1:${port}` });
    await expect(findRun(data, 100)).rejects.toThrow(
      `The process ${process.pid}, which serves ${data}, does not answer. Continue it if it is suspended, or end it.`,
    );
  });

  it.skipIf(onWindows)('is written for this user only, and not through a link', async () => {
    const [data, elsewhere] = [join(temporaryFolder(), 'data'), join(temporaryFolder(), 'theirs')];
    mkdirSync(data);
    writeFileSync(elsewhere, 'theirs');
    symlinkSync(elsewhere, join(data, `run.json.${process.pid}`));
    await writeRun(data, { ...run, dynamodb: 'http://127.0.0.1:1' });
    expect(readFileSync(elsewhere, 'utf8')).toBe('theirs');
    expect(statSync(join(data, 'run.json')).mode & 0o777).toBe(0o600);
  });

  it('that is a folder serves nobody, and cannot be written', async () => {
    const data = temporaryFolder();
    mkdirSync(join(data, 'run.json'));
    expect(await findRun(data)).toBeUndefined();
    await expect(writeRun(data, { ...run, dynamodb: '' })).rejects.toThrow(
      /run\.json cannot be written \(E\w+\)\.$/,
    );
    expect(readdirSync(data)).toEqual(['run.json']);
  });
});

it.skipIf(onWindows)('only this user may read the tables', () => {
  const path = tablesPath(join(temporaryFolder(), 'data'));
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it.runIf(process.platform === 'linux')('a folder that nobody can create is one sentence', () => {
  expect(() => tablesPath('/proc/x')).toThrow(
    'The data folder /proc/x cannot be created (ENOENT).',
  );
});
