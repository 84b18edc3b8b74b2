import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
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

/** SQLite, or a check of our own, found something else than what was written. */
export class DamagedTables extends Error {
  override readonly name = 'DamagedTables';
}

export const fileName = 'tables.sqlite';
/** `plnt`: https://sqlite.org/fileformat2.html#application_id */
const applicationId = 0x706c6e74;
/** In bytes. SQLite adds the names of its other files: https://sqlite.org/c3ref/vfs.html */
const longestPath = 500;

/** Opens the entries of a folder, or new ones in memory. It changes nothing in a folder that it refuses. */
export function openDatabase(folder: string | undefined): DatabaseSync {
  if (folder === undefined) return createDatabase(':memory:');
  // SQLite takes a path that starts with `file:` for a URI.
  const file = resolve(folder, fileName);
  if (Buffer.byteLength(file) > longestPath) {
    throw new Error(`the path of its file has more than ${longestPath} bytes`);
  }
  if (!existsSync(file)) createFile(folder, file);
  try {
    return openFile(file);
  } catch (error) {
    if (kindOf(error) === codes.busy) throw new FolderInUse(folder);
    const { message } = error as Error;
    if (isDamage(error)) throw new DamagedTables(`its file ${fileName} is damaged: ${message}`);
    throw new Error(`its file ${fileName} cannot be opened: ${message}`);
  }
}

const codes = { busy: 5, corrupt: 11, notSqlite: 26 };

/** The lower byte of a code: https://sqlite.org/rescode.html */
function kindOf(error: unknown): number {
  return ((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff;
}

function isDamage(error: unknown): boolean {
  return error instanceof DamagedTables || [codes.corrupt, codes.notSqlite].includes(kindOf(error));
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
  if (other === fileName) throw new Error(`its ${fileName} is a link to a file that is not there`);
  // Without their file, the tables are not new, and perhaps somebody repairs them.
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
  } catch {
    // Another process was faster, or the disk has no hard links (exFAT).
    if (!existsSync(file)) renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * Locks the file. A commit is in the write-ahead log, which the system writes to the disk later: it survives the end
 * of the process, but perhaps not a loss of power. SQLite never writes into the file what is not yet safe in the log,
 * so the file opens again in each case: https://sqlite.org/pragma.html#pragma_synchronous
 */
function openFile(file: string): DatabaseSync {
  // SQLite would delete the log of an empty file.
  if (statSync(file).size === 0) throw new DamagedTables('it is empty');
  const isChecked = checkReadOnly(file);
  const database = new DatabaseSync(file);
  try {
    // An exclusive log needs no memory that processes share, which some file systems do not have.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    if (!isChecked) checkEntries(database);
    // A check added it, and nobody else can use it now.
    rmSync(`${file}-shm`, { force: true, recursive: true });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Closing a file moves its log into it, unless the file was opened only to read. Returns false if it cannot be read
 * in this way: it needs a rollback, or shared memory that is not there.
 */
function checkReadOnly(file: string): boolean {
  const added = [`${file}-shm`, `${file}-wal`].filter((name) => !existsSync(name));
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    checkEntries(database);
    database.close();
    return true;
  } catch (error) {
    database.close();
    const isDamaged = isDamage(error);
    // SQLite does not remove the files that it adds to read. Nobody else can use them, because the tables are damaged.
    if (isDamaged) for (const name of added) rmSync(name, { force: true });
    if (isDamaged || kindOf(error) === codes.busy) throw error;
    return false;
  }
}

/** SQLite checks its own structure; the checksums show a changed byte in an entry. */
function checkEntries(database: DatabaseSync): void {
  const id = database.prepare('PRAGMA application_id').get()?.['application_id'];
  if (id !== applicationId) throw new DamagedTables('it is replaced');
  const problem = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  if (problem !== 'ok') throw new DamagedTables(String(problem).split('\n').at(-1));
  database.function('checksum_of', (key, value) => checksumOf(String(key), String(value)));
  const changed = database
    .prepare('SELECT key FROM entries WHERE checksum <> checksum_of(key, value) LIMIT 1')
    .get();
  if (changed) throw new DamagedTables(`the entry ${changed['key']} has changed`);
}

export function checksumOf(key: string, value: string): number {
  return crc32(value, crc32(key));
}
