import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPlantStore } from '../../../../tools/commands/start/service.ts';
import { anyLoopbackPort, startOwnServer } from '../../../../tools/local/machine/own-server.ts';
import {
  findRun,
  type Run,
  removeRun,
  tablesPath,
  writeRun,
} from '../../../../tools/local/tables/data-folder.ts';
import { assembly } from '../../../setup/synthesized.ts';
import { onWindows } from '../../../setup/system.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';
import { createMany } from '../../commands/start/plants.ts';
import { token } from '../../commands/token/token-command.ts';

it('npm run token reaches a run in memory, which leaves no folder behind', async () => {
  const folder = join(temporaryFolder(), 'data');
  const store = await startPlantStore({ assembly, runFolder: folder });
  const created = await token('create', '--client', 'brief', '--data', folder);
  expect(created.stderr).toContain(store.url);
  const client = { url: store.url, token: created.stdout.trim() };
  const statuses = await createMany(client, { count: 1, clients: 1 });
  expect([...statuses.values()]).toEqual([200]);
  await store.close();
  expect(existsSync(folder)).toBe(false);
});

describe('run.json', () => {
  const run: Run = {
    pid: process.pid,
    url: 'stored',
    dynamodb: '',
    apigateway: 'http://127.0.0.1:1',
    tables: {},
    store: 'folder',
  };

  it('names a run that stores its data, rather than one in memory', async () => {
    const data = temporaryFolder();
    const { url: apigateway, close } = await startOwnServer(anyLoopbackPort, (_, answer) =>
      answer.end(),
    );
    onTestFinished(close);
    const stored = { ...run, apigateway };
    const early: Run = { ...stored, url: 'early', store: 'memory' };
    await writeRun(data, early);
    expect(await findRun(data)).toEqual(early);
    await writeRun(data, stored);
    await writeRun(data, { ...early, url: 'late' });
    removeRun(data, early.url);
    expect(await findRun(data)).toEqual(stored);
  });

  it('of a killed run does not lead to another run, which has its process id and its ports', async () => {
    const data = temporaryFolder();
    const { url: apigateway, close } = await startOwnServer(anyLoopbackPort, (_, answer) =>
      answer.writeHead(404).end(),
    );
    onTestFinished(close);
    await writeRun(data, { ...run, apigateway });
    expect(await findRun(data)).toBeUndefined();
  });

  it.skipIf(onWindows)('is written for this user only', async () => {
    const data = join(temporaryFolder(), 'data');
    await writeRun(data, run);
    expect(statSync(join(data, 'run.json')).mode & 0o777).toBe(0o600);
  });
});

it.skipIf(onWindows)('only this user may read the tables', () => {
  const path = tablesPath(join(temporaryFolder(), 'data'));
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it.each([
  ['README.md', 'README.md is a file, not a folder.'],
  ['events', 'The folder events has other files.'],
])('%s is not taken for a data folder', (path, problem) => {
  expect(() => tablesPath(path)).toThrow(`${problem} Name a new or an empty folder.`);
});
