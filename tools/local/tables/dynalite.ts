import type { RequestListener, Server } from 'node:http';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';

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

/** A part of a ConditionExpression. */
interface Expression {
  readonly type: string;
  readonly args: readonly Operand[];
}

/** A part of the expression, the path of an attribute, or a value. */
type Operand = Expression | Path | Item;

type Path = readonly (string | number)[];

interface Write extends Item {
  /** dynalite has parsed the ConditionExpression. */
  readonly _condition?: { readonly expression: Expression };
}

interface DynaliteDb {
  create: (options: StoreOptions) => Store;
  checkConditional: (write: Write, existing?: Item) => { readonly body: object } | null | undefined;
  mapPath: (path: Path, item: Item) => unknown;
  isPatched?: true;
}

const require = createRequire(import.meta.url);
export const dynaliteDb: DynaliteDb = require('dynalite/db');
const dynalite: (options: StoreOptions) => Server = require('dynalite');

// dynalite lacks this option of a write with a condition: the error returns the item that is there. Its public part is only
// a server, so we add to its own files. A test sees when a newer version has other ones.
const option = 'ReturnValuesOnConditionCheckFailure';

// Once, although tests load this file again.
if (!dynaliteDb.isPatched) {
  dynaliteDb.isPatched = true;
  const { create } = dynaliteDb;
  // dynalite creates a store by these options for each server. Now they can have the store that the server takes.
  dynaliteDb.create = (options) => options.store ?? create(options);
  for (const operation of ['putItem', 'updateItem', 'deleteItem']) {
    const { types } = require(`dynalite/validations/${operation}`);
    types[option] = { type: 'String', enum: ['ALL_OLD', 'NONE'] };
  }
  const { checkConditional } = dynaliteDb;
  dynaliteDb.checkConditional = (write, existing) => {
    const error = checkConditional(withComparableValues(write, existing ?? {}), existing);
    if (error && existing && write[option] === 'ALL_OLD')
      Object.assign(error.body, { Item: existing });
    return error;
  };
}

/**
 * dynalite compares two maps, and the elements of two lists, by `==`: for it, only the same object is equal. So a value
 * of the condition that equals the attribute becomes the attribute's own object.
 */
function withComparableValues(write: Write, item: Item): Write {
  if (write._condition === undefined) return write;
  const expression = comparable(write._condition.expression, item);
  return { ...write, _condition: { ...write._condition, expression } };
}

function comparable(expression: Expression, item: Item): Expression {
  const { type, args } = expression;
  if (type === 'and' || type === 'or' || type === 'not') {
    const parts = args as readonly Expression[];
    return { ...expression, args: parts.map((part) => comparable(part, item)) };
  }
  const resolved = (operand: Operand) =>
    Array.isArray(operand) ? dynaliteDb.mapPath(operand, item) : operand;
  const [first = [], ...others] = args;
  const attribute = resolved(first) as Item | undefined;
  if (attribute === undefined) return expression;
  const shared = others.map((other) =>
    isDeepStrictEqual(resolved(other), attribute) ? attribute : other,
  );
  return { ...expression, args: [first, ...shared] };
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
