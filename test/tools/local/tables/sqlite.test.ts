import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FolderInUse, fileName, openDatabase } from '../../../../tools/local/tables/sqlite.ts';
import { UsageError } from '../../../../tools/usage-error.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';

const stored = Array.from({ length: 300 }, (_, id) => ({
  key: `item-Plants~${1_000 + id}`,
  value: JSON.stringify({ name: { S: 'plant '.repeat(1 + (id % 9)) } }),
}));

/** A folder with stored entries. */
function filledFolder(): string {
  const folder = temporaryFolder();
  const database = openDatabase(folder);
  const write = database.prepare('INSERT INTO entries VALUES (?, ?)');
  for (const { key, value } of stored) write.run(key, value);
  database.close();
  return folder;
}

function readAll(folder: string) {
  const database = openDatabase(folder);
  try {
    const rows = database.prepare('SELECT key, value FROM entries').all();
    return rows.map(({ key, value }) => ({ key, value }));
  } finally {
    database.close();
  }
}

it('entries survive the end of a process', () => {
  expect(readAll(filledFolder())).toEqual(stored);
});

describe('a damaged file is refused by its name', () => {
  it.each([
    ['empty', () => Buffer.alloc(0)],
    ['of another program', () => Buffer.from('SQLite format 3 is not this')],
    ['cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ])('%s', (_, change) => {
    const data = temporaryFolder();
    const file = join(data, fileName);
    writeFileSync(file, change(readFileSync(join(filledFolder(), fileName))));
    expect(() => openDatabase(data)).toThrow(UsageError);
    expect(() => openDatabase(data)).toThrow(file);
  });
});

it('a folder in use is refused', () => {
  const folder = filledFolder();
  const database = openDatabase(folder);
  onTestFinished(() => database.close());
  expect(() => openDatabase(folder)).toThrow(FolderInUse);
});
