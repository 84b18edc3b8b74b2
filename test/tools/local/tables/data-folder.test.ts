import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tablesPath, writeRun } from '../../../../tools/local/tables/data-folder.ts';
import { onWindows } from '../../../setup/system.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';

it.skipIf(onWindows)('only this user may read the tables, and how to reach them', () => {
  const folder = join(temporaryFolder(), 'data');
  const path = tablesPath(folder);
  writeRun(folder, { pid: 1, url: '', dynamodb: '' });
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'run.json')).mode & 0o777).toBe(0o600);
});

it.each([
  ['README.md', 'The data folder README.md cannot be created (ENOTDIR).'],
  ['events', 'The folder events has other files. Name a new or an empty folder.'],
  ['a'.repeat(5_000), /^The data folder a+ cannot be created \(ENAMETOOLONG\)\.$/],
  ['README.md/data', /^The data folder README.md\/data cannot be created \(\w+\)\.$/],
  ['missing/data', /^The data folder missing\/data cannot be created \(ENOENT\)\.$/],
])('%.20s is not taken for a data folder', (path, problem) => {
  expect(() => tablesPath(path)).toThrow(problem);
});
