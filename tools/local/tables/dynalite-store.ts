import type { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { database } from './dynalite.ts';

type Callback = (error: object | null, value?: unknown) => void;

interface Range {
  readonly gt?: string;
  readonly gte?: string;
  readonly lt?: string;
  readonly lte?: string;
  readonly limit?: number;
}

interface Operation {
  readonly type: 'put' | 'del';
  readonly key: string;
  readonly value?: unknown;
}

/** A store of dynalite with its entries in SQLite: https://github.com/architect/dynalite/blob/main/db/index.js */
export function storeIn(sqlite: DatabaseSync) {
  const read = sqlite.prepare('SELECT value FROM entries WHERE key = ?');
  const write = sqlite.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?)');
  const remove = sqlite.prepare('DELETE FROM entries WHERE key = ?');

  function change({ type, key, value }: Operation): void {
    if (type === 'del') remove.run(key);
    else write.run(key, JSON.stringify(value));
  }

  /** A problem of the file is answered as DynamoDB answers its own. */
  function attempt(callback: Callback, work: () => unknown): void {
    // A timer of dynalite can come after the last request. Nobody waits for it.
    if (!sqlite.isOpen) return;
    try {
      const value = work();
      // Later, so that the answers of concurrent requests are sent together.
      setImmediate(callback, null, value);
    } catch (error) {
      const message = `${sqlite.location() ?? 'memory'}: ${(error as Error).message}`;
      const body = { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message };
      // dynalite prints the stack of an error that comes after its answer.
      setImmediate(callback, { statusCode: 500, body, stack: message });
    }
  }

  function changeAll(operations: readonly Operation[], callback: Callback): void {
    attempt(callback, () => operations.forEach(change));
  }

  /** One after the other: a page of a scan must not read the whole table. */
  function rows({ gt, gte, lt, lte, limit = -1 }: Range = {}) {
    // A key and a NUL is the next key. A negative limit is no limit.
    const start = gte ?? (gt === undefined ? '' : `${gt}\0`);
    const end = lt ?? (lte === undefined ? '\u{10ffff}' : `${lte}\0`);
    return sqlite
      .prepare('SELECT key, value FROM entries WHERE key >= ? AND key < ? ORDER BY key LIMIT ?')
      .iterate(start, end, limit);
  }

  const store = database.create({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  Object.assign(store.db, {
    get: (key: string, callback: Callback) =>
      attempt(callback, () => {
        const text = read.get(key)?.['value'];
        return text === undefined ? undefined : usable(JSON.parse(String(text)));
      }),
    put: (key: string, value: unknown, callback: Callback) =>
      changeAll([{ type: 'put', key, value }], callback),
    del: (key: string, callback: Callback) => changeAll([{ type: 'del', key }], callback),
    batch: changeAll,
    createKeyStream: (wanted: Range) => Readable.from(rows(wanted)).map(({ key }) => key),
    createValueStream: (wanted: Range) =>
      Readable.from(rows(wanted)).map(({ value }) => JSON.parse(value)),
  });
  return store;
}

/**
 * dynalite stores a new table twice, and it can be used only after the second time. Here it can be used at once: a start
 * need not wait, and may end between the two.
 */
function usable<Value extends { readonly TableStatus?: unknown }>(value: Value): Value {
  return value.TableStatus === 'CREATING' ? { ...value, TableStatus: 'ACTIVE' } : value;
}
