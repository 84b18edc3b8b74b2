import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../tools/local/tables/sqlite.ts';
import { UsageError } from '../../../../tools/usage-error.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';

const stored = Array.from({ length: 300 }, (_, id) => ({
  key: `item-Plants~${1_000 + id}`,
  value: JSON.stringify({ name: { S: 'plant '.repeat(1 + (id % 9)) } }),
}));

function newFile(): string {
  return join(temporaryFolder(), 'tables.sqlite');
}

/** A file with stored entries. */
function filledFile(): string {
  const file = newFile();
  const database = openDatabase(file);
  const write = database.prepare('INSERT INTO entries VALUES (?, ?)');
  for (const { key, value } of stored) write.run(key, value);
  database.close();
  return file;
}

function readAll(file: string) {
  const database = openDatabase(file);
  try {
    const rows = database.prepare('SELECT key, value FROM entries').all();
    return rows.map(({ key, value }) => ({ key, value }));
  } finally {
    database.close();
  }
}

it.each([
  ['no byte', ''],
  ['no table', 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT'],
])('a file with %s, of a first start that was killed, is a new one', (_, sql) => {
  const file = newFile();
  const first = new DatabaseSync(file);
  first.exec(sql);
  first.close();
  expect(readAll(file)).toEqual([]);
});

it('a commit is written before its answer, so that it survives the end of the process', () => {
  const database = openDatabase(newFile());
  const pragmaOf = (name: string) => database.prepare(`PRAGMA ${name}`).get()?.[name];
  expect(pragmaOf('journal_mode')).toBe('wal');
  // 0 is off: https://sqlite.org/pragma.html#pragma_synchronous
  expect(pragmaOf('synchronous')).toBeGreaterThanOrEqual(1);
  database.close();
});

describe('a damaged file is refused by its name', () => {
  it.each([
    ['of another program', () => Buffer.from('SQLite format 3 is not this')],
    ['cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ])('%s', (_, change) => {
    const file = newFile();
    writeFileSync(file, change(readFileSync(filledFile())));
    expect(() => openDatabase(file)).toThrow(UsageError);
    expect(() => openDatabase(file)).toThrow(file);
  });
});

it('a file of an older version is not to be deleted: that version still opens it', () => {
  const file = newFile();
  const older = new DatabaseSync(file);
  older.exec('CREATE TABLE items (id INTEGER PRIMARY KEY)');
  older.close();
  expect(() => openDatabase(file)).toThrow(/^(?!.*delete).*--data/i);
});
