import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { BrokenStore, openEntries } from '../../../local/tables/sqlite.ts';
import { UsageError } from '../../../shared/usage-error.ts';
import { onWindows } from '../../setup/system.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

const fern = { name: { S: 'Fern' } };

function sentenceOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  return expect.fail('It was done.');
}

/** A file that nobody uses. Its entries, `key 0` to `key 9`, stand on its second page. */
function filledFile(): string {
  const file = join(temporaryFolder(), 'tables', 'tables.sqlite');
  mkdirSync(dirname(file));
  const entries = openEntries(file);
  for (const number of Array(10).keys()) entries.write(`key ${number}`, fern);
  entries.close();
  return file;
}

function replace(file: string, text: string, other: string): void {
  writeFileSync(file, readFileSync(file, 'latin1').replace(text, other), 'latin1');
}

function keysIn(file: string): string[] {
  const entries = openEntries(file);
  const keys = [...entries.range('', '~', -1)].map(({ key }) => key);
  entries.close();
  return keys;
}

it('an entry is in the file before its answer, so that nothing else is needed after kill -9', () => {
  const file = join(temporaryFolder(), 'tables.sqlite');
  const entries = openEntries(file);
  entries.write('key 0', fern);
  // Windows lets nobody delete an open file.
  const others = readdirSync(dirname(file)).filter((name) => name !== basename(file) && !onWindows);
  for (const name of others) rmSync(join(dirname(file), name));
  entries.write('key 1', fern);
  const copy = join(temporaryFolder(), 'tables.sqlite');
  copyFileSync(file, copy);
  entries.close();
  for (const each of [copy, file]) expect(keysIn(each)).toEqual(['key 0', 'key 1']);
});

/** Undefined if the file is refused as damaged. */
function keysIfNotRefused(file: string): string[] | undefined {
  try {
    return keysIn(file);
  } catch (error) {
    expect(error).toBeInstanceOf(BrokenStore);
    return undefined;
  }
}

it('a changed bit loses no entry without a word, wherever it is', () => {
  const file = filledFile();
  const [keys, bytes] = [keysIn(file), readFileSync(file)];
  let refused = 0;
  // Not each byte, which would take too long, but each bit of a byte in its turn.
  for (let place = 0; place < bytes.length; place += 97) {
    const damaged = Buffer.from(bytes);
    damaged[place] = (damaged[place] ?? 0) ^ (1 << (place % 8));
    writeFileSync(file, damaged);
    const found = keysIfNotRefused(file);
    if (found === undefined) refused += 1;
    else expect(found, `with another byte ${place}`).toEqual(keys);
  }
  expect(refused).toBeGreaterThan(0);
});

function refuseOnce(errcode: number, message: string): void {
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(() => {
    throw Object.assign(new Error(message), { errcode });
  });
}

it.each<[string, (file: string) => void]>([
  ['the disk is read-only', () => refuseOnce(8, 'attempt to write a readonly database')],
  ['the disk is full', () => refuseOnce(13, 'database or disk is full')],
  ['another process has it', (file) => onTestFinished(openEntries(file).close)],
  [
    'its folder is no folder',
    (file) => {
      rmSync(dirname(file), { recursive: true });
      writeFileSync(dirname(file), '');
    },
  ],
  [
    'it is a folder',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
])(
  'an intact file is refused in one sentence that does not advise to delete it: %s',
  (_, obstruct) => {
    const file = filledFile();
    obstruct(file);
    const refusal = sentenceOf(() => openEntries(file));
    expect(refusal).toMatch(/^[^\n]+ use another folder \(--data DIR\)\.$/);
    expect(refusal).not.toContain('delete');
    expect(refusal).toContain(dirname(dirname(file)));
  },
);

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
