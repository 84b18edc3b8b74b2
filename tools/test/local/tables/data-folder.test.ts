import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import {
  prepareTablesFile,
  readRunningService,
  removeRunningService,
  writeRunningService,
} from '../../../local/tables/data-folder.ts';
import { UsageError } from '../../../shared/usage-error.ts';
import { onWindows } from '../../setup/system.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

it.skipIf(onWindows)('only this user may read the tables, and how to reach them', () => {
  const folder = join(temporaryFolder(), 'data');
  const path = dirname(prepareTablesFile(folder));
  writeRunningService(folder, { pid: 1, url: '', dynamodb: '' });
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'run.json')).mode & 0o777).toBe(0o600);
});

it('the service of a folder is named until its process ends', () => {
  const folder = temporaryFolder();
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  for (const [pid, expected] of [
    [process.pid, { pid: process.pid, url: 'a', dynamodb: 'b' }],
    [ended, undefined],
  ] as const) {
    writeRunningService(folder, { pid, url: 'a', dynamodb: 'b' });
    expect(readRunningService(folder)).toEqual(expected);
  }
  removeRunningService(folder);
  expect(readRunningService(folder)).toBeUndefined();
});

it.each(['README.md', 'events', 'a'.repeat(5_000), 'README.md/data', 'missing/data'])(
  '%.20s is not taken for a data folder',
  (path) => {
    expect(() => prepareTablesFile(path)).toThrow(UsageError);
    expect(() => prepareTablesFile(path)).toThrow(path);
  },
);
