import type { Server } from 'node:http';
import { createRequire } from 'node:module';

type Item = Readonly<Record<string, unknown>>;

interface Database {
  itemSize: (item: object, ...others: unknown[]) => number;
  create: (options: object) => { readonly db: object };
  checkConditional: (write: Item, existing?: Item) => { readonly body: object } | null | undefined;
}

const require = createRequire(import.meta.url);
export const database: Database = require('dynalite/db');
export const dynalite: (options?: { readonly createTableMs: number }) => Server =
  require('dynalite');

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
