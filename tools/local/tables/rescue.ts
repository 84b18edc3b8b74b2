import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../../../infra/base.ts';
import { checksumOf, DamagedTables, fileName, openDatabase } from './sqlite.ts';

/** How many entries are saved, and what is not, each in a few words. */
export interface Rescue {
  readonly saved: number;
  readonly lost: readonly string[];
}

/** Copies what can be read of damaged tables into an empty folder. It changes nothing in the first folder. */
export function rescueTables(from: string, to: string): Rescue {
  if (readdirSync(to).length > 0) throw new UsageError(`The folder ${to} is not empty.`);
  using opened = new DisposableStack();
  try {
    // A copy, because opening a file can change it.
    const copy = mkdtempSync(join(to, `${fileName}.`));
    opened.defer(() => rmSync(copy, { recursive: true }));
    cpSync(from, copy, { recursive: true });
    const source = opened.adopt(new DatabaseSync(join(copy, fileName)), (one) => one.close());
    const target = opened.adopt(openDatabase(to), (one) => one.close());
    return copyEntries(source, target);
  } catch (error) {
    // A second try needs an empty folder.
    opened.dispose();
    for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true });
    throw new UsageError(`${to} cannot be written (${(error as Error).message}).`, {
      cause: error,
    });
  }
}

export function refuseWhole(folder: string): void {
  try {
    openDatabase(folder).close();
  } catch (error) {
    if (error instanceof DamagedTables) return;
    throw error;
  }
  throw new UsageError(`The tables in ${folder} are whole.`);
}

/** After each key of ours. */
const last = '\u{10ffff}';

function copyEntries(source: DatabaseSync, target: DatabaseSync): Rescue {
  const lost: string[] = [];
  let saved = 0;
  const write = target.prepare('INSERT INTO entries VALUES (?, ?, ?)');

  /** Copies entries until one cannot be read. Returns the key before it, or undefined if all were read. */
  function walk(low: string, high: string, direction = 'ASC', most = -1): string | undefined {
    let at = direction === 'ASC' ? low : high;
    const range = `FROM entries WHERE key > ? AND key < ? ORDER BY key ${direction} LIMIT ${most}`;
    const rows = readable(() => source.prepare(`SELECT * ${range}`).iterate(low, high));
    for (;;) {
      const row = readable(() => rows?.next());
      if (row === undefined) return at;
      if (row.done) return undefined;
      const { key, value, checksum } = row.value as Record<string, string>;
      at = String(key);
      if (most >= 0) continue;
      if (checksumOf(at, String(value)) !== Number(checksum)) lost.push(`the entry ${at}`);
      else saved += Number(write.run(at, String(value), Number(checksum)).changes);
    }
  }

  target.exec('BEGIN');
  for (let low: string | undefined = ''; low !== undefined; ) {
    const before = walk(low, last);
    if (before === undefined) break;
    // Skips the keys that begin like this one, then more of them, until one can be read.
    const starts = Array.from(before, (_, index) => before.slice(0, -1 - index) + last);
    low = starts.find((start) => walk(start, last, 'ASC', 1) === undefined);
    const after = walk(before, low ?? last, 'DESC');
    lost.push(
      `all between ${before || 'the first key'} and ${after === last ? 'the last key' : after}`,
    );
  }
  target.exec('COMMIT');
  return { saved, lost };
}

/** Undefined if the source is damaged there. An error of a write is another one. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
