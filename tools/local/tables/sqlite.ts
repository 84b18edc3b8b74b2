import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../../usage-error.ts';

export class FolderInUse extends UsageError {}

/** `plnu`, so that no other file of SQLite is taken for ours: https://sqlite.org/fileformat2.html#application_id */
const applicationId = 0x706c6e75;

/** The codes of SQLite's errors: https://sqlite.org/rescode.html */
const [generic, busy, corrupt, notSqlite] = [1, 5, 11, 26];

/** Opens the entries in a file, or new ones in memory. The order of the bytes of a key is the order of the entries. */
export function openDatabase(file = ':memory:'): DatabaseSync {
  const database = new DatabaseSync(file, { open: false });
  try {
    database.open();
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    // 0 until the first table: the file is new, or its first start was killed.
    if (pragma(database, 'schema_version') === 0) create(database);
    check(database);
    // A commit survives the end of the process, also by kill -9, but perhaps not a loss of power.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    return database;
  } catch (error) {
    if (database.isOpen) database.close();
    throw problemOf(error, file);
  }
}

function problemOf(error: unknown, file: string): UsageError {
  if (error instanceof UsageError) return error;
  const { message, errcode = corrupt } = error as Error & { errcode?: number };
  const data = dirname(dirname(file));
  // The lower byte is the kind.
  const kind = errcode & 0xff;
  if (kind === busy) {
    return new FolderInUse(`Another process uses the data folder ${data}: end it, or use another.`);
  }
  const problem = [generic, corrupt, notSqlite].includes(kind)
    ? `is damaged: ${message}. Delete the folder ${data} to begin again.`
    : `cannot be opened and written (${message}): look at its owner, its rights and the free space.`;
  return new UsageError(`${file} ${problem}`, { cause: error });
}

function create(database: DatabaseSync): void {
  database.exec(`
    BEGIN;
    PRAGMA application_id = ${applicationId};
    CREATE TABLE entries (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    COMMIT;
  `);
}

function check(database: DatabaseSync): void {
  if (pragma(database, 'application_id') !== applicationId) {
    throw new UsageError(
      `${database.location()} is of an older version or of another program, which can still open it. Use another folder (--data DIR).`,
    );
  }
  const problem = pragma(database, 'integrity_check(1)');
  if (problem !== 'ok') throw new Error(String(problem).split('\n').at(-1));
}

/** The value that SQLite has for this name. */
function pragma(database: DatabaseSync, name: string): unknown {
  const [value] = Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {});
  return value;
}
