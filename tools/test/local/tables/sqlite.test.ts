import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { BrokenStore, openEntries } from '../../../local/tables/sqlite.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

const fern = { name: { S: 'Fern' } };

/** A file that nobody uses. Its entries, `key 0` to `key 9`, stand on its second page. */
function filledFile(): string {
  const file = join(temporaryFolder(), 'tables.sqlite');
  const entries = openEntries(file);
  for (const number of Array(10).keys()) entries.write(`key ${number}`, fern);
  entries.close();
  return file;
}

function replace(file: string, text: string, other: string): void {
  writeFileSync(file, readFileSync(file, 'latin1').replace(text, other), 'latin1');
}

it('an entry is in the files before its answer, so that it survives kill -9', () => {
  const folder = temporaryFolder();
  const entries = openEntries(join(folder, 'tables.sqlite'));
  entries.write('key', fern);
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  entries.close();
  const copied = openEntries(join(copy, 'tables.sqlite'));
  expect(copied.read('key')).toEqual(fern);
  copied.close();
});

it('the entries of an earlier version, without a checksum, are read', () => {
  const file = filledFile();
  const database = new DatabaseSync(file);
  database.prepare('UPDATE entries SET value = ?').run(JSON.stringify(fern));
  database.close();
  const entries = openEntries(file);
  expect([...entries.range('key 1', 'key 2', -1)]).toEqual([{ key: 'key 1', value: fern }]);
  entries.close();
});

it.each<[string, (file: string) => void]>([
  ['of another program', (file) => writeFileSync(file, 'SQLite format 3 is not this')],
  ['without a byte', (file) => truncateSync(file, 0)],
  ['with half of its bytes', (file) => truncateSync(file, readFileSync(file).length / 2)],
  ['with another table', (file) => replace(file, 'TABLE entries', 'TABLE entriez')],
  ['with a changed byte in a value', (file) => replace(file, '"Fern"', '"Fers"')],
  ['with a changed byte in a key', (file) => replace(file, 'key 7', 'key p')],
  [
    'that hides an entry',
    (file) => {
      const bytes = readFileSync(file);
      // The count: https://sqlite.org/fileformat.html#b_tree_pages
      bytes.writeUInt16BE(9, 4096 + 3);
      writeFileSync(file, bytes);
    },
  ],
  [
    'with a value that is no JSON',
    (file) => {
      const database = new DatabaseSync(file);
      database.exec(`UPDATE entries SET value = 'x' WHERE key = 'key 7'`);
      database.close();
    },
  ],
])('a file %s is refused in one sentence, with a way out', (_, damage) => {
  const file = filledFile();
  damage(file);
  const open = () => openEntries(file);
  expect(open).toThrow(BrokenStore);
  expect(open).toThrow(/^[^\n]+$/);
  for (const named of [file, '--data', `delete ${dirname(dirname(file))} `])
    expect(open).toThrow(named);
});
