import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../local/tables/sqlite.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

function newFile(): string {
  return join(temporaryFolder(), 'tables.sqlite');
}

it('a commit is written before its answer, so that it survives the end of the process', () => {
  const database = openDatabase(newFile());
  const pragmaOf = (name: string) => database.prepare(`PRAGMA ${name}`).get()?.[name];
  expect(pragmaOf('journal_mode')).toBe('wal');
  // 0 is off: https://sqlite.org/pragma.html#pragma_synchronous
  expect(pragmaOf('synchronous')).toBeGreaterThanOrEqual(1);
  database.close();
});

it('a file of another program is refused by its name', () => {
  const file = newFile();
  writeFileSync(file, 'SQLite format 3 is not this');
  expect(() => openDatabase(file)).toThrow(file);
});
