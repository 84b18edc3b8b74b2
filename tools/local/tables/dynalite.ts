import type { RequestListener, Server } from 'node:http';
import { createRequire } from 'node:module';

type Item = Readonly<Record<string, unknown>>;

interface Store {
  readonly db: object;
}

interface StoreOptions {
  readonly createTableMs?: number;
  readonly deleteTableMs?: number;
  readonly updateTableMs?: number;
  /** Ours, see below. */
  readonly store?: Store;
}

interface Database {
  create: (options: StoreOptions) => Store;
  checkConditional: (write: Item, existing?: Item) => { readonly body: object } | null | undefined;
  isPatched?: true;
}

const require = createRequire(import.meta.url);
export const database: Database = require('dynalite/db');
const dynalite: (options: StoreOptions) => Server = require('dynalite');

// dynalite lacks this option of a PutItem: the error returns the item that is there already.
const option = 'ReturnValuesOnConditionCheckFailure';

// Once, although tests load this file again.
if (!database.isPatched) {
  database.isPatched = true;
  const { create } = database;
  // dynalite creates a store by these options for each server. Now they can have the store that the server takes.
  database.create = (options) => options.store ?? create(options);
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
}

/** Its operations on this store. */
export function operationsOn(store: Store): RequestListener {
  const [answer] = dynalite({ store }).listeners('request') as [RequestListener];
  return (request, response) => {
    answer(request, response);
    // It throws the error of a client that has gone.
    request.removeAllListeners('error').on('error', () => {});
  };
}
