import fs, {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checksumOf, FolderInUse, openDatabase } from '../../../../tools/local/tables/sqlite.ts';
import { type Random, randomFrom } from '../../../random.ts';
import { onWindows } from '../../../system.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const fileName = 'tables.sqlite';
const expected = Array.from({ length: 300 }, (_, id) => ({
  key: `item-Plants~${id}`,
  value: JSON.stringify({ id: { N: String(id) }, name: { S: 'plant '.repeat(1 + (id % 9)) } }),
}));

/** A folder with stored entries, and its open file. */
function filled() {
  const folder = temporaryFolder();
  const database = openDatabase(folder);
  const write = database.prepare('INSERT INTO entries VALUES (?, ?, ?)');
  for (const { key, value } of expected) write.run(key, value, checksumOf(key, value));
  return { folder, database };
}

function filledFolder(): string {
  const { folder, database } = filled();
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
    const before = readFileSync(join(folder, fileName), 'latin1');
    expect(() => openDatabase(folder)).toThrow(sentence);
    expect(readFileSync(join(folder, fileName), 'latin1')).toEqual(before);
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

it.each(['CURRENT', '000005.ldb', 'tables.sqlite-journal', 'tables.sqlite-wal'])(
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

/** A store as it was written before, with a journal in place of a log. */
function olderFolder(change: string): string {
  const folder = temporaryFolder();
  copyFileSync(join(whole, fileName), join(folder, fileName));
  const database = new DatabaseSync(join(folder, fileName));
  database.exec(`PRAGMA journal_mode = PERSIST; PRAGMA synchronous = OFF; ${change}`);
  onTestFinished(() => database.close());
  return copyOf(folder);
}

function copyOf(folder: string): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

it.each([
  ['whole', ''],
  [
    'with a change that a killed process left half',
    "PRAGMA cache_size = 1; BEGIN; UPDATE entries SET value = 'lost'",
  ],
])('a store of an earlier version opens, %s', (_, change) => {
  const folder = olderFolder(change);
  expect(readAll(folder)).toEqual(byKey);
  expect(readAll(folder)).toEqual(byKey);
  expect(readdirSync(folder)).toEqual([fileName]);
});

it('opens without memory that processes share, which some file systems do not have', () => {
  const folder = temporaryFolder();
  copyFileSync(join(whole, fileName), join(folder, fileName));
  mkdirSync(join(folder, `${fileName}-shm`, 'in the way'), { recursive: true });
  expect(readAll(folder)).toEqual(byKey);
});

it.skipIf(onWindows)(
  'a file that is a link to nothing, or has a long path, is refused by that',
  () => {
    const folder = temporaryFolder();
    symlinkSync('nowhere', join(folder, fileName));
    expect(() => openDatabase(folder)).toThrow(
      `its ${fileName} is a link to a file that is not there`,
    );
    const long = join(folder, ...Array(5).fill('a'.repeat(99)));
    mkdirSync(long, { recursive: true });
    expect(() => openDatabase(long)).toThrow('the path of its file has more than 500 bytes');
  },
);

// Stryker runs tests in threads, which have no working directory of their own.
it.skipIf(onWindows || !isMainThread)('a relative path that looks like a URI is a path', () => {
  const before = process.cwd();
  process.chdir(temporaryFolder());
  onTestFinished(() => process.chdir(before));
  mkdirSync(resolve('file:x?mode=memory'));
  openDatabase('file:x?mode=memory').close();
  expect(readdirSync(resolve('file:x?mode=memory'))).toEqual([fileName]);
});

it('a disk without hard links keeps new tables', () => {
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const folder = temporaryFolder();
  openDatabase(folder).close();
  expect(readdirSync(folder)).toEqual([fileName]);
});

describe('a loss of power', () => {
  const sector = 512;
  const key = (commit: number) =>
    `item-Plants~${String((commit * 7919) % 100_000).padStart(5, '0')}`;
  const logHead = 32;

  /** The file and its log after some of the commits. All commits between two moves of the log have one file. */
  function history() {
    const folder = temporaryFolder();
    const database = openDatabase(folder);
    onTestFinished(() => database.close());
    // What follows relies on it: the log is written to the disk before its pages move, and the file after that.
    const setting = (name: string) => database.prepare(`PRAGMA ${name}`).get()?.[name];
    expect(['journal_mode', 'synchronous', 'locking_mode'].map(setting)).toEqual([
      'wal',
      1,
      'exclusive',
    ]);
    // SQLite moves the log by itself after a thousand pages; here it is done between two states.
    database.exec('PRAGMA wal_autocheckpoint = 0');
    const write = database.prepare('INSERT INTO entries VALUES (?, ?, ?)');
    const files = () => ({
      file: readFileSync(join(folder, fileName)),
      log: readFileSync(join(folder, `${fileName}-wal`)),
    });
    const states: { commit: number; file: Buffer; log: Buffer }[] = [];
    for (let commit = 0; commit < 400; commit += 1) {
      const value = JSON.stringify({ commit, name: 'a'.repeat(2_000 + (commit % 7) * 500) });
      write.run(key(commit), value, checksumOf(key(commit), value));
      if (commit % 20 === 19) states.push({ commit, ...files() });
      if (commit % 100 !== 99) continue;
      database.exec('PRAGMA wal_checkpoint');
      states.push({ commit, ...files() });
    }
    return states;
  }

  /** Each sector that was written has its old bytes, its new ones, or none. */
  function mixed(old: Buffer, now: Buffer, { chance }: Random): Buffer {
    const bytes = Buffer.from(now);
    const share = chance(0.3) ? 0.02 : 0.5;
    for (let at = 0; at < now.length; at += sector) {
      const written = now.subarray(at, at + sector);
      const before = old.subarray(at, at + sector);
      if (before.equals(written) || !chance(share)) continue;
      if (chance(0.5)) bytes.fill(0, at, at + written.length);
      else before.copy(bytes, at);
    }
    return bytes;
  }

  it('loses only last commits, and the file opens', () => {
    const states = history();
    let lost = 0;
    for (let seed = 0; seed < 50; seed += 1) {
      const random = randomFrom(seed);
      const now = random.pick(states);
      const moved = states.findLast(
        ({ commit, file }) => commit <= now.commit && !file.equals(now.file),
      );
      const files = { file: now.file, log: now.log };
      const safe = moved?.commit ?? -1;
      if (moved && random.chance(0.3)) {
        // While the log moves into the file, the log is on the disk.
        files.file = mixed(moved.file, now.file, random);
        files.log = moved.log;
      } else {
        files.log = mixed(moved?.log ?? Buffer.alloc(0), now.log, random);
        now.log.copy(files.log, 0, 0, logHead);
      }
      const folder = temporaryFolder();
      writeFileSync(join(folder, fileName), files.file);
      writeFileSync(join(folder, `${fileName}-wal`), files.log);
      const found = new Set(readAll(folder).map((row) => row.key));
      const expected = Array.from({ length: found.size }, (_, commit) => key(commit));
      expect(found, `seed ${seed}`).toEqual(new Set(expected));
      expect(found.size, `seed ${seed}`).toBeGreaterThan(safe);
      expect(found.size, `seed ${seed}`).toBeLessThanOrEqual(now.commit + 1);
      lost += Number(found.size <= now.commit);
    }
    expect(lost).toBeGreaterThan(10);
  });
});

it('a copy of the folder while it is used, between two writes, has each commit', () => {
  const { folder, database } = filled();
  onTestFinished(() => database.close());
  const copy = copyOf(folder);
  expect(readdirSync(copy)).toContain(`${fileName}-wal`);
  expect(readAll(copy)).toEqual(byKey);
});

it('a damaged file with a log is refused, and both stay as they are', () => {
  const { folder, database } = filled();
  onTestFinished(() => database.close());
  database.exec("INSERT INTO entries VALUES ('key', 'value', 0)");
  const copy = copyOf(folder);
  const files = () =>
    readdirSync(copy).map((name) => [name, readFileSync(join(copy, name), 'latin1')]);
  const before = files();
  expect(() => openDatabase(copy)).toThrow(
    `its file ${fileName} is damaged: the entry key has changed`,
  );
  expect(files()).toEqual(before);
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
