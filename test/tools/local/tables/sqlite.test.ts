import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksumOf, FolderInUse, openDatabase } from '../../../../tools/local/tables/sqlite.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const fileName = 'tables.sqlite';
const expected = Array.from({ length: 300 }, (_, id) => ({
  key: `item-Plants~${id}`,
  value: JSON.stringify({ id: { N: String(id) }, name: { S: 'plant '.repeat(1 + (id % 9)) } }),
}));

/** A folder with stored entries. */
function filledFolder(): string {
  const folder = temporaryFolder();
  const database = openDatabase(folder);
  const write = database.prepare('INSERT INTO entries VALUES (?, ?, ?)');
  for (const { key, value } of expected) write.run(key, value, checksumOf(key, value));
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

const byKey = expected.toSorted((a, b) => (a.key < b.key ? -1 : 1));
const whole = filledFolder();

/** A copy of the folder with other bytes in its file. */
function damaged(change: (bytes: Buffer) => Buffer): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, fileName), change(readFileSync(join(whole, fileName))));
  return folder;
}

const sentence = /^its file tables\.sqlite is damaged: .+$/;

describe('a damaged file', () => {
  const { size } = statSync(join(whole, fileName));

  it.each([
    ['empty', () => Buffer.alloc(0)],
    ['of zeros', (bytes: Buffer) => bytes.fill(0)],
    ['of another program', () => Buffer.from('SQLite format 3 is not this')],
    ['cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['cut at a page', (bytes: Buffer) => bytes.subarray(0, bytes.length - 4096)],
    ['without its last byte', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['with a page of zeros', (bytes: Buffer) => bytes.fill(0, 8192, 12_288)],
    ['without its first page', (bytes: Buffer) => bytes.subarray(4096)],
  ])('%s is refused by its name, and stays as it is', (_, change) => {
    const folder = damaged(change);
    const before = readFileSync(join(folder, fileName));
    expect(() => openDatabase(folder)).toThrow(sentence);
    expect(readFileSync(join(folder, fileName))).toEqual(before);
    expect(readdirSync(folder)).toEqual([fileName]);
  });

  it('with one changed byte is refused, unless all entries are whole', () => {
    let refused = 0;
    for (let at = 0; at < size; at += 307) {
      const folder = damaged((bytes) => {
        bytes[at] = (bytes[at] ?? 0) ^ 0x10;
        return bytes;
      });
      try {
        expect(readAll(folder), `byte ${at}`).toEqual(byKey);
      } catch (error) {
        if (!sentence.test((error as Error).message)) throw error;
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(50);
  });
});

it.each(['CURRENT', '000005.ldb', 'tables.sqlite-journal'])(
  'a folder with %s and without tables.sqlite is refused, and stays as it is',
  (name) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), 'x');
    expect(() => openDatabase(folder)).toThrow(`it holds ${name}, `);
    expect(readdirSync(folder)).toEqual([name]);
  },
);

it('a process that was killed while it created the file leaves nothing that disturbs', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, `${fileName}.4711`), '');
  expect(readAll(folder)).toEqual([]);
});

it('a change that a killed process left half is rolled back', () => {
  const folder = temporaryFolder();
  copyFileSync(join(whole, fileName), join(folder, fileName));
  const database = openDatabase(folder);
  database.exec("PRAGMA cache_size = 1; BEGIN; UPDATE entries SET value = 'lost'");
  const copy = temporaryFolder();
  for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(copy, name));
  database.close();
  expect(existsSync(join(copy, `${fileName}-journal`))).toBe(true);
  expect(readAll(copy)).toEqual(byKey);
});

it('a file in use is not opened a second time', () => {
  const folder = filledFolder();
  const first = openDatabase(folder);
  expect(() => openDatabase(folder)).toThrow(FolderInUse);
  first.close();
  expect(readAll(folder)).toEqual(byKey);
  truncateSync(join(folder, fileName), 0);
  expect(() => openDatabase(folder)).toThrow(sentence);
});
