import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../../../infra/base.ts';
import { checksumOf, DamagedTables, fileName, openDatabase } from './sqlite.ts';

export interface Rescue {
  readonly saved: number;
  /** What could not be read, each in a few words. */
  readonly lost: readonly string[];
}

/** Copies what can be read of damaged tables into an empty folder. It changes nothing in the first folder. */
export function rescueTables(from: string, to: string): Rescue {
  refuseWhole(from);
  if (readdirSync(to).length > 0) throw new UsageError(`The folder ${to} is not empty.`);
  // A copy, because opening a file can change it.
  const copy = mkdtempSync(join(to, `${fileName}.`));
  try {
    cpSync(from, copy, { recursive: true });
    const target = openDatabase(to);
    const source = new DatabaseSync(join(copy, fileName));
    try {
      return copyEntries(source, target);
    } finally {
      source.close();
      target.close();
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function refuseWhole(folder: string): void {
  try {
    openDatabase(folder).close();
  } catch (error) {
    if (error instanceof DamagedTables) return;
    throw error;
  }
  throw new UsageError(`The tables in ${folder} are whole.`);
}

/** How often a range without any entry that can be read is divided. */
const mostMisses = 5;

function copyEntries(source: DatabaseSync, target: DatabaseSync): Rescue {
  const changed: string[] = [];
  const gaps: { readonly from: string; readonly to: string }[] = [];
  const write = target.prepare('INSERT OR IGNORE INTO entries VALUES (?, ?, ?)');
  let saved = 0;

  /** Copies the entries between two keys until one cannot be read. Returns the last key, or undefined at the end. */
  function walk(low: string, high: string, order: 'ASC' | 'DESC'): string | undefined {
    let at = order === 'ASC' ? low : high;
    try {
      const range = source.prepare(
        `SELECT * FROM entries WHERE key > ? AND key < ? ORDER BY key ${order}`,
      );
      for (const { key, value, checksum } of range.iterate(low, high)) {
        at = String(key);
        if (checksumOf(at, String(value)) !== checksum) changed.push(`the entry ${at}`);
        else saved += Number(write.run(at, String(value), checksum).changes);
      }
      return undefined;
    } catch {
      return at;
    }
  }

  /** From both ends; then from the middle of what is left, because several places can be damaged. */
  function copyRange(low: string, high: string, misses: number): void {
    const start = walk(low, high, 'ASC');
    if (start === undefined) return;
    const end = walk(start, high, 'DESC');
    if (end === undefined) return;
    const middle = middleOf(start, end);
    const isMiss = start === low && end === high;
    if (middle === undefined || (isMiss && misses === mostMisses)) {
      gaps.push({ from: start, to: end });
      return;
    }
    copyRange(start, middle, isMiss ? misses + 1 : 0);
    copyRange(middle, end, isMiss ? misses + 1 : 0);
  }

  target.exec('BEGIN');
  copyRange('', '\u{10ffff}', 0);
  target.exec('COMMIT');

  const before = target.prepare('SELECT max(key) AS key FROM entries WHERE key <= ?');
  const after = target.prepare('SELECT min(key) AS key FROM entries WHERE key >= ?');
  const ranges = gaps.map(({ from, to }) => {
    const [first, last] = [before.get(from)?.['key'], after.get(to)?.['key']];
    return `all between ${first ?? 'the first key'} and ${last ?? 'the last key'}`;
  });
  return { saved, lost: [...changed, ...new Set(ranges)] };
}

const base = 128;
const digits = 6;

/** A key between two keys: they are ASCII, and the first characters in which they differ decide. */
function middleOf(low: string, high: string): string | undefined {
  let same = 0;
  while (same < low.length && low[same] === high[same]) same += 1;
  const numberOf = (key: string) =>
    Array.from({ length: digits }, (_, index) =>
      Math.min(key.codePointAt(same + index) ?? 0, base - 1),
    ).reduce((sum, digit) => sum * base + digit, 0);
  const middle = Math.floor((numberOf(low) + numberOf(high)) / 2);
  if (middle === numberOf(low)) return undefined;
  const codes = Array.from(
    { length: digits },
    (_, index) => Math.floor(middle / base ** (digits - 1 - index)) % base,
  );
  return low.slice(0, same) + String.fromCharCode(...codes);
}
