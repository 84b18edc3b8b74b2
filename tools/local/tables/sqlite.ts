import { existsSync, linkSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { UsageError } from '../../../infra/base.ts';

export class FolderInUse extends UsageError {
  /** The tables are in a folder of the data folder. */
  constructor(tables: string) {
    super(
      `Another process uses the data folder ${dirname(tables)}; end it, or use another folder.`,
    );
  }
}

const fileName = 'tables.sqlite';
/** `plnt`: https://sqlite.org/fileformat2.html#application_id */
const applicationId = 0x706c6e74;

/** Opens the entries of a folder, or new ones in memory. It changes nothing in a folder that it refuses. */
export function openDatabase(folder: string | undefined): DatabaseSync {
  if (folder === undefined) return createDatabase(':memory:');
  const file = join(folder, fileName);
  if (!existsSync(file)) createFile(folder, file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    lockAndCheck(database);
    return database;
  } catch (error) {
    database?.close();
    // https://sqlite.org/rescode.html#busy
    if ((error as { errcode?: number }).errcode === 5) throw new FolderInUse(folder);
    throw new Error(`its file ${fileName} is damaged: ${(error as Error).message}`);
  }
}

/** The order of the bytes of a key is the order of the entries. */
function createDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA application_id = ${applicationId};
    CREATE TABLE entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL)
      STRICT, WITHOUT ROWID;
  `);
  return database;
}

function createFile(folder: string, file: string): void {
  const [other] = readdirSync(folder).filter((name) => !name.startsWith(`${fileName}.`));
  // Without their file, the tables are not new: somebody may want to repair them.
  if (other !== undefined) {
    throw new Error(
      `it holds ${other}, of an earlier version or another program, and no ${fileName}`,
    );
  }
  // A process that is killed here leaves no half of a file under the name, and the first of two processes wins.
  const unfinished = `${file}.${process.pid}`;
  rmSync(unfinished, { force: true });
  createDatabase(unfinished).close();
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished);
  }
}

/**
 * Locks the file. SQLite checks its own structure; the checksums show a changed byte in an entry. A commit does not
 * wait for the disk: it survives the end of the process, as with LevelDB, but perhaps not that of the system.
 */
function lockAndCheck(database: DatabaseSync): void {
  // First, because SQLite would write into an empty file.
  const id = database.prepare('PRAGMA application_id').get()?.['application_id'];
  if (id !== applicationId) throw new Error('it is empty or replaced');
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = PERSIST;
    PRAGMA synchronous = OFF;
    BEGIN EXCLUSIVE;
    COMMIT;
  `);
  const problem = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  if (problem !== 'ok') throw new Error(String(problem).split('\n').at(-1));
  for (const { key, value, checksum } of database.prepare('SELECT * FROM entries').iterate()) {
    const isWhole = checksumOf(String(key), String(value)) === checksum;
    if (!isWhole) throw new Error(`the entry ${key} has changed`);
  }
}

export function checksumOf(key: string, value: string): number {
  return crc32(value, crc32(key));
}
