import type { Server } from 'node:http';
import { createRequire, registerHooks } from 'node:module';

type Item = Readonly<Record<string, unknown>>;

interface Database {
  itemSize: (item: object, ...others: unknown[]) => number;
  create: (options: object) => { readonly db: object };
  checkConditional: (write: Item, existing?: Item) => { readonly body: object } | null | undefined;
}

/** Faults of dynalite that no setting and no exported function can change: text of its file, and what replaces it. */
const repairs = [
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

// It does not know this option of a PutItem, by which the error brings the item in the way of a write.
const option = 'ReturnValuesOnConditionCheckFailure';
require('dynalite/validations/putItem').types[option] = {
  type: 'String',
  enum: ['ALL_OLD', 'NONE'],
};
const { checkConditional } = database;
database.checkConditional = (write, existing) => {
  const error = checkConditional(write, existing);
  if (error && existing && write[option] === 'ALL_OLD')
    Object.assign(error.body, { Item: existing });
  return error;
};
