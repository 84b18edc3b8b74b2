import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { digestOf } from '../../../../functions/authorize/token.ts';
import {
  type RunningPlantStore,
  startPlantStore,
} from '../../../../infra/commands/start/service.ts';
import {
  removeRun,
  tablesPath,
  writeRun,
} from '../../../../infra/local/data-folder/data-folder.ts';
import { createTables, localClient, openTables } from '../../../../infra/local/tables/tables.ts';
import { readCloudAssembly } from '../../../../infra/local/template/cloud-assembly.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { spawnedToken, token } from './token-command.ts';

const folder = temporaryFolder();
const data = ['--data', folder];
// Variables of an account, which must not lead away from this machine.
vi.stubEnv('AWS_REGION', 'us-east-1');
vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:1');

function idOf(text: string) {
  return digestOf(text.trim()).slice(0, 8);
}

it('needs a store, and creates none', async () => {
  expect(await token('list', ...data)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no store in ${folder} yet: npm start creates one.\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('does not accept a folder without tables', async () => {
  await (await openTables(tablesPath(folder))).close();
  expect((await token('list', ...data)).stderr).toMatch(/^There is no store in /);
});

describe('on the stored tables', () => {
  beforeAll(async () => {
    const tables = await openTables(tablesPath(folder));
    await createTables(localClient(tables.url), readCloudAssembly(inject('assembly')).tables);
    await tables.close();
  });

  it('finds a table without a token', async () => {
    expect(await token('list', ...data)).toEqual({
      code: 0,
      stdout: '',
      stderr: `There are no tokens in the store in ${folder}.\n`,
    });
    expect((await token('list', '--json', ...data)).stdout).toBe('[]\n');
  });

  it('keeps a token from command to command', async () => {
    const { stdout } = await spawnedToken({}, 'create', '--client', 'stored', ...data);
    const id = idOf(stdout);
    expect((await token('revoke', id, ...data)).stderr).toContain('is revoked.');
    const { stdout: list } = await token('list', ...data);
    expect(list).toContain(`${id}  stored`);
    expect(list).toMatch(/ revoked\n$/);
  });
});

it('waits for another command that holds the folder', async () => {
  const held = await openTables(tablesPath(folder));
  const listed = token('list', '--json', ...data);
  setTimeout(() => void held.close(), 100);
  expect((await listed).stderr).toBe('');
});

it('uses a run that starts while it waits', async () => {
  const held = await openTables(tablesPath(folder));
  const listed = token('list', '--json', ...data);
  const run = { url: '', apigateway: '', dynamodb: held.url, tables: {}, store: 'folder' as const };
  setTimeout(() => void writeRun(folder, { pid: process.pid, ...run }), 100);
  expect((await listed).stderr).toBe('');
  removeRun(folder, '');
  await held.close();
});

describe('with a run on the same folder', () => {
  let run: RunningPlantStore;
  beforeAll(async () => {
    run = await startPlantStore({ assembly: inject('assembly'), data: folder });
  });
  afterAll(() => run.close());

  const post = async (text: string): Promise<number> => {
    const { status } = await fetch(`${run.url}/plants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${text.trim()}`, 'content-type': 'application/json' },
      body: '{"id": 1, "name": "Monstera"}',
    });
    return status;
  };

  it('creates tokens that it accepts, and revokes them immediately', async () => {
    const { stdout } = await token('create', '--client', 'live', ...data);
    expect(await post(stdout)).toBe(200);
    expect(await token('revoke', stdout.trim(), ...data)).toEqual({
      code: 0,
      stdout: '',
      stderr: `Token ${idOf(stdout)} of live, in the store in ${folder}, is revoked.\n`,
    });
    expect(await post(stdout)).toBe(403);
  });

  it('prints that another process uses the folder if the run cannot be found', async () => {
    removeRun(folder, run.url);
    const { stderr } = await token('list', ...data);
    expect(stderr).toMatch(/^Another process uses the data folder .*\.\n$/);
  });
});
