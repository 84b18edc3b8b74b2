import type { RequestListener, Server } from 'node:http';
import { createRequire } from 'node:module';

type Item = Readonly<Record<string, unknown>>;

interface Database {
  create: (options: object) => { readonly db: object };
  checkConditional: (write: Item, existing?: Item) => { readonly body: object } | null | undefined;
  isPatched?: true;
}

const require = createRequire(import.meta.url);
export const database: Database = require('dynalite/db');
const dynalite: () => Server = require('dynalite');

// dynalite lacks this option of a PutItem: the error returns the item that is there already.
const option = 'ReturnValuesOnConditionCheckFailure';

// Once, although tests load this file again.
if (!database.isPatched) {
  database.isPatched = true;
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
export function operationsOn(store: ReturnType<Database['create']>): RequestListener {
  const { create } = database;
  database.create = () => store;
  const [answer] = dynalite().listeners('request') as [RequestListener];
  database.create = create;
  return (request, response) => {
    answer(request, response);
    // It throws the error of a client that has gone.
    request.removeAllListeners('error').on('error', () => {});
  };
}
