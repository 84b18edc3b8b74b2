import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../../usage-error.ts';

export class FolderInUse extends UsageError {}

export const fileName = 'tables.sqlite';

/** `plnu`, so that no other file of SQLite is taken for ours: https://sqlite.org/fileformat2.html#application_id */
const applicationId = 0x706c6e75;

/** The codes of SQLite's errors: https://sqlite.org/rescode.html */
const [busy, corrupt, notSqlite] = [5, 11, 26];

/** Opens the entries of a folder, or new ones in memory. The order of the bytes of a key is the order of the entries. */
export function openDatabase(folder: string | undefined): DatabaseSync {
  const file = folder === undefined ? ':memory:' : resolve(folder, fileName);
  const isNew = !existsSync(file);
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    if (isNew) create(database);
    check(database);
    // A commit survives the end of the process, also by kill -9, but perhaps not a loss of power.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    return database;
  } catch (error) {
    database.close();
    const { message, errcode = corrupt } = error as Error & { errcode?: number };
    // The lower byte is the kind.
    const kind = errcode & 0xff;
    if (folder === undefined) throw error;
    if (kind === busy) {
      const data = dirname(folder);
      throw new FolderInUse(
        `Another process uses the data folder ${data}; end it, or use another.`,
      );
    }
    if (kind !== corrupt && kind !== notSqlite) throw error;
    const advice = `Delete the folder ${dirname(folder)} to begin again.`;
    throw new UsageError(`${file} is damaged: ${message}. ${advice}`, { cause: error });
  }
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
  const id = database.prepare('PRAGMA application_id').get()?.['application_id'];
  if (id !== applicationId) throw new Error('it is of another version or program');
  const problem = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  if (problem !== 'ok') throw new Error(String(problem).split('\n').at(-1));
}
