import { Readable } from 'node:stream';
import { dynaliteDb } from './dynalite.ts';
import { BrokenStore, type Entries } from './sqlite.ts';

/** Gets the reason why nothing more can be stored. */
export type OnBroken = (problem: BrokenStore) => void;

type Callback = (error: Error | null, value?: unknown) => void;

interface Range {
  readonly gt?: string;
  readonly gte?: string;
  readonly lt?: string;
  readonly lte?: string;
  readonly limit?: number;
}

interface Change {
  readonly type: 'put' | 'del';
  readonly key: string;
  readonly value?: unknown;
}

/** A store of dynalite with its entries in SQLite: https://github.com/architect/dynalite/blob/main/db/index.js */
export function storeIn(entries: Entries, onBroken: OnBroken) {
  function change({ type, key, value }: Change): void {
    if (type === 'del') entries.remove(key);
    else entries.write(key, value);
  }

  /** A problem of the file is answered as DynamoDB answers its own. */
  function answerToProblem(error: unknown): Error {
    if (error instanceof BrokenStore) onBroken(error);
    const { message } = error as Error;
    const body = { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message };
    // dynalite prints the stack of an error that comes after its answer.
    return Object.assign(new Error(message), { statusCode: 500, body, stack: message });
  }

  function answer(callback: Callback, work: () => unknown): void {
    // A timer of dynalite can come after the last request. Nobody waits for it.
    if (!entries.isOpen()) return;
    try {
      const value = work();
      // Later, so that the answers of concurrent requests are sent together.
      setImmediate(callback, null, value);
    } catch (error) {
      setImmediate(callback, answerToProblem(error));
    }
  }

  function changeAll(changes: readonly Change[], callback: Callback): void {
    answer(callback, () => changes.forEach(change));
  }

  /** It only fails when it is read, because dynalite does not answer if it cannot create a stream. */
  function* entriesOf({ gt, gte, lt, lte, limit = -1 }: Range = {}) {
    // A key and a NUL is the next key.
    const start = gte ?? (gt === undefined ? '' : `${gt}\0`);
    const end = lt ?? (lte === undefined ? '\u{10ffff}' : `${lte}\0`);
    try {
      yield* entries.range(start, end, limit);
    } catch (error) {
      throw answerToProblem(error);
    }
  }

  const store = dynaliteDb.create({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  Object.assign(store.db, {
    get: (key: string, callback: Callback) =>
      answer(callback, () => withUsableTable(entries.read(key))),
    put: (key: string, value: unknown, callback: Callback) =>
      changeAll([{ type: 'put', key, value }], callback),
    del: (key: string, callback: Callback) => changeAll([{ type: 'del', key }], callback),
    batch: changeAll,
    createKeyStream: (wanted: Range) => Readable.from(entriesOf(wanted)).map(({ key }) => key),
    createValueStream: (wanted: Range) =>
      Readable.from(entriesOf(wanted)).map(({ value }) => value),
  });
  return store;
}

/**
 * dynalite stores a new table twice, and it can be used only after the second time. Here it can be used at once: a start
 * need not wait, and may end between the two.
 */
function withUsableTable(value: unknown): unknown {
  const { TableStatus: status } = Object(value);
  return status === 'CREATING' ? { ...Object(value), TableStatus: 'ACTIVE' } : value;
}
