import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import {
  readRun,
  removeOwnRun,
  removeRun,
  tablesFile,
  writeRun,
} from '../../../../tools/local/tables/data-folder.ts';
import { UsageError } from '../../../../tools/usage-error.ts';
import { onWindows } from '../../../setup/system.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';

it.skipIf(onWindows)('only this user may read the tables, and how to reach them', () => {
  const folder = join(temporaryFolder(), 'data');
  const path = dirname(tablesFile(folder));
  writeRun(folder, { pid: 1, url: '', dynamodb: '' });
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'run.json')).mode & 0o777).toBe(0o600);
});

it('a service that ends removes only what it wrote itself', () => {
  const folder = temporaryFolder();
  const run = { url: '', dynamodb: '' };
  writeRun(folder, { ...run, pid: process.ppid });
  removeOwnRun(folder);
  expect(readRun(folder)).toEqual({ ...run, pid: process.ppid });
  writeRun(folder, { ...run, pid: process.pid });
  removeOwnRun(folder);
  expect(readRun(folder)).toBeUndefined();
});

it('a file that cannot be removed is refused by its name', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'run.json'));
  expect(() => removeRun(folder)).toThrow(UsageError);
  expect(() => removeRun(folder)).toThrow(join(folder, 'run.json'));
});

it.each(['README.md', 'events', 'a'.repeat(5_000), 'README.md/data', 'missing/data'])(
  '%.20s is not taken for a data folder',
  (path) => {
    expect(() => tablesFile(path)).toThrow(UsageError);
    expect(() => tablesFile(path)).toThrow(path);
  },
);
