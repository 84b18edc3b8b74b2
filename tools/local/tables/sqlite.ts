import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { UsageError } from '../../shared/usage-error.ts';

/** Another process has the file. */
export class FolderInUse extends UsageError {}

/** The file is damaged, or is not at its path any more. */
export class BrokenStore extends UsageError {}

/** A part of the file is not as it was written. */
class Damage extends Error {}

// The kinds of errors: https://sqlite.org/rescode.html. A missing table or column has no kind of its own: it is an error of
// the statement (1). Our statements do not change, so such an error means that the file has another table.
const kinds = { wrongTable: 1, busy: 5, corrupt: 11, notADatabase: 26 };

const schema =
  'CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID';

export type Entries = ReturnType<typeof openEntries>;

/**
 * Opens the entries in a file, or new ones in memory. The order of the bytes of a key is the order of the entries.
 * Throws a BrokenStore, also later, if the file is damaged, or if it was deleted or moved.
 */
export function openEntries(file?: string) {
  const database = openDatabase(file);
  const opened = identityOf(file);
  const read = database.prepare('SELECT value FROM entries WHERE key = ?');
  const write = database.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM entries WHERE key = ?');

  /** Does the work, and only then looks for the file: a change that was committed to a deleted file is lost. */
  function attempt<Result>(work: () => Result): Result {
    try {
      const result = work();
      if (identityOf(file) === opened) return result;
    } catch (error) {
      throw problemOf(file, error);
    }
    throw new BrokenStore(
      `The data folder ${folderOf(file)} was deleted or moved while it was in use, so nothing more can be stored. Start again.`,
    );
  }

  return {
    isOpen: () => database.isOpen,
    close: () => database.close(),
    read: (key: string) =>
      attempt(() => {
        const text = read.get(key)?.['value'];
        return text === undefined ? undefined : storedValue(key, text);
      }),
    write: (key: string, value: unknown) => attempt(() => write.run(key, storedText(key, value))),
    remove: (key: string) => attempt(() => remove.run(key)),
    /** One after the other: a page of a scan must not read the whole table. A negative limit is no limit. */
    *range(start: string, end: string, limit: number) {
      const rows = attempt(() =>
        database
          .prepare('SELECT key, value FROM entries WHERE key >= ? AND key < ? ORDER BY key LIMIT ?')
          .iterate(start, end, limit),
      );
      while (true) {
        const { done, value: row } = attempt(() => rows.next());
        if (done) return;
        const { key, value } = row;
        yield { key: `${key}`, value: attempt(() => storedValue(key, value)) };
      }
    },
  };
}

function openDatabase(file: string | undefined): DatabaseSync {
  const database = new DatabaseSync(file ?? ':memory:', { open: false });
  try {
    // A file that is already there must have its table. Without it, the file was cut off.
    const isNew = identityOf(file) === undefined;
    database.open();
    // The operating system locks the file for this process, and unlocks it also after kill -9.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    if (isNew) database.exec(schema);
    database.exec('COMMIT');
    check(database);
    // What was committed is in the file itself. A log (WAL) could be deleted, and SQLite ignores what is behind a damaged
    // part of it.
    database.exec('PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = NORMAL');
    return database;
  } catch (error) {
    if (database.isOpen) database.close();
    throw problemOf(file, error);
  }
}

/** Looks at each page and each entry, so that each command says that the file is damaged, whatever it reads. */
function check(database: DatabaseSync): void {
  // https://sqlite.org/pragma.html#pragma_quick_check
  const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (found !== 'ok') throw new Damage('a page is damaged');
  const entries = database.prepare('SELECT key, value FROM entries');
  for (const { key, value } of entries.iterate()) storedValue(key, value);
}

/** JSON with its checksum in front: SQLite does not notice a changed byte inside a value. */
function storedText(key: string, value: unknown): string {
  const json = JSON.stringify(value);
  return checksumOf(key, json) + json;
}

function storedValue(key: SQLOutputValue | undefined, text: SQLOutputValue | undefined): unknown {
  const [, checksum, json = ''] = /^([\da-f]{8})(.*)$/s.exec(`${text}`) ?? [];
  try {
    if (checksum === checksumOf(`${key}`, json)) return JSON.parse(json);
  } catch {}
  throw new Damage('an entry is not as it was written');
}

function checksumOf(key: string, json: string): string {
  return crc32(json, crc32(key)).toString(16).padStart(8, '0');
}

/**
 * What tells a file from a new one at the same path: the device, and its number there. It is never opened: when this
 * process closes it, Linux takes SQLite's lock away (https://sqlite.org/howtocorrupt.html). Windows lets nobody delete
 * or move an open file.
 */
function identityOf(file: string | undefined): string | undefined {
  const stats = file && statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev} ${stats.ino}` : undefined;
}

function isDamage(error: unknown): boolean {
  const { wrongTable, corrupt, notADatabase } = kinds;
  return error instanceof Damage || [wrongTable, corrupt, notADatabase].includes(kindOf(error));
}

/** The lower byte of SQLite's code. 0 for another error. */
function kindOf(error: unknown): number {
  const { errcode = 0 } = error as { errcode?: number };
  return errcode & 0xff;
}

/** Only damage is a reason to delete what is stored. */
function problemOf(file: string | undefined, cause: unknown): UsageError {
  const { message } = cause as Error;
  if (file === undefined) {
    const Kind = isDamage(cause) ? BrokenStore : UsageError;
    return new Kind(`The tables in memory cannot be used (${message}). Start again.`, { cause });
  }
  const folder = folderOf(file);
  const kind = kindOf(cause);
  if (kind === kinds.busy) {
    return new FolderInUse(
      `Another process uses the data folder ${folder}: end it, or use another folder (--data DIR).`,
      { cause },
    );
  }
  const problem = `${file} cannot be used (${message}).`;
  if (isDamage(cause)) {
    return new BrokenStore(
      `${problem} Use another folder (--data DIR), or delete ${folder} to begin again.`,
      { cause },
    );
  }
  return new UsageError(
    `${problem} Look at its rights and at its disk, or use another folder (--data DIR).`,
    { cause },
  );
}

function folderOf(file = ''): string {
  return dirname(dirname(file));
}
