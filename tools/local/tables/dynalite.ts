import type { Server } from 'node:http';
import { createRequire, registerHooks } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../infra/base.ts';

interface Database {
  itemSize: (item: object, ...others: unknown[]) => number;
  create: (options: object) => { readonly db: object };
  isEqual: typeof isEqual;
}

/** Faults of dynalite that no setting and no exported function can change: text of its file, and what replaces it. */
const repairs = [
  // It compares lists and maps by identity.
  ['function valsEqual (val1, val2) {', '$& return exports.isEqual(val1, val2)'],
  // It reads all keys of all tables, and then drops those of others.
  [
    'mainDb.createKeyStream(options)',
    "mainDb.createKeyStream({ gte: prefix, lt: prefix + '\\xFF' })",
  ],
] as const;

const require = createRequire(import.meta.url);
const file = 'dynalite/db/index.js';

const hooks = registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    return url.endsWith(`/${file}`)
      ? { ...loaded, source: repaired(String(loaded.source)) }
      : loaded;
  },
});

function repaired(source: string): string {
  return repairs.reduce((text, [fault, repair]) => {
    if (text.split(fault).length !== 2) throw new Error(`dynalite has another ${fault}`);
    return text.replace(fault, repair);
  }, source);
}

export const database: Database = require(file);
export const dynalite: (options?: { readonly createTableMs: number }) => Server =
  require('dynalite');
hooks.deregister();
database.isEqual = isEqual;

/** As DynamoDB: a list has an order, a set and a map have none. */
function isEqual(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

function comparable(value: unknown): unknown {
  // The elements of a set are texts, those of a list are objects.
  if (Array.isArray(value)) {
    return typeof value[0] === 'string' ? value.toSorted() : value.map(comparable);
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, comparable(item)]));
}
