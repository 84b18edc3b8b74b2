import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
// Before dynalite's own files, so that they get its repairs.
import '../../../tools/local/tables/dynalite.ts';
import { tableKey } from '../../plants.ts';

export type Item = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The items of a table, by a key that only dynalite reads. */
export type Items = Map<string, Item>;

export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

// These parts of dynalite decide the answer to a request. They have no types.
const require = createRequire(import.meta.url);
const { checkTypes, checkValidations } = require('dynalite/validations/index.js');
const operations = new Map(
  ['getItem', 'putItem'].map((name) => {
    const act = require(`dynalite/actions/${name}.js`);
    return [name.toLowerCase(), { act, rules: require(`dynalite/validations/${name}.js`) }];
  }),
);
const keys = { Plants: tableKey, Tokens: { AttributeName: 'digest', AttributeType: 'S' } };

/** Does a request as the embedded DynamoDB does, by dynalite's own code, but immediately and without a disk. */
export function perform(target: string, body: string, items: Items): Answer {
  const { act, rules } = operations.get(`${target.split('.')[1]}`.toLowerCase()) ?? {};
  const store = storeOf(items);
  let result: Answer | undefined;
  try {
    const data = checkTypes(JSON.parse(body), rules.types);
    checkValidations(data, rules.types, rules.custom, store);
    act(store, data, (error: object | null, value: object) => {
      if (error !== null) throw error;
      result = answer(200, value);
    });
  } catch (error) {
    const { statusCode, body: reason } = error as { statusCode?: number; body: object };
    if (statusCode === undefined) throw error;
    result = answer(statusCode, reason);
  }
  if (result === undefined) throw new Error('dynalite did not answer immediately');
  return result;
}

/** The part of dynalite's database that its actions need. */
function storeOf(items: Items) {
  return {
    options: { maxItemSize: 400 * 1024 },
    getTable: (name: keyof typeof keys, found: (error: null, table: object) => void) => {
      const { AttributeName } = keys[name];
      found(null, {
        TableName: name,
        KeySchema: [{ AttributeName, KeyType: 'HASH' }],
        AttributeDefinitions: [keys[name]],
      });
    },
    getItemDb: () => ({
      lock: (_key: string, run: (release: (callback: unknown) => unknown) => void) =>
        run((callback) => callback),
      get: (key: string, found: (error: null, item?: Item) => void) => found(null, items.get(key)),
      put: (key: string, item: Item, done: (error: null) => void) => {
        items.set(key, item);
        done(null);
      },
    }),
  };
}

export function failure(statusCode: number, name: string): Answer {
  return answer(statusCode, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: '' });
}

function answer(statusCode: number, value: object): Answer {
  const body = Buffer.from(JSON.stringify(value));
  return {
    statusCode,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-crc32': `${crc32(body)}` },
    body,
  };
}
