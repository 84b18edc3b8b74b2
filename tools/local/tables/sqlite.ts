import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../../usage-error.ts';

export class FolderInUse extends UsageError {}

/** Another process has locked the file: https://sqlite.org/rescode.html#busy */
const busy = 5;

/** Opens the entries in a file, or new ones in memory. The order of the bytes of a key is the order of the entries. */
export function openDatabase(file = ':memory:'): DatabaseSync {
  const database = new DatabaseSync(file, { open: false });
  try {
    database.open();
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      BEGIN EXCLUSIVE;
      CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      COMMIT;
    `);
    // A commit survives the end of the process, also by kill -9, but perhaps not a loss of power.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    return database;
  } catch (error) {
    if (database.isOpen) database.close();
    throw problemOf(error, file);
  }
}

function problemOf(error: unknown, file: string): UsageError {
  const { message, errcode = 0 } = error as Error & { errcode?: number };
  const data = dirname(dirname(file));
  // The lower byte is the kind.
  if ((errcode & 0xff) === busy) {
    return new FolderInUse(`Another process uses the data folder ${data}: end it, or use another.`);
  }
  return new UsageError(
    `${file} cannot be opened (${message}). Use another folder (--data DIR), or delete ${data} to begin again.`,
    { cause: error },
  );
}
