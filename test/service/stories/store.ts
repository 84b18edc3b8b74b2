import { crc32 } from 'node:zlib';
import getItem from 'dynalite/actions/getItem.js';
import putItem from 'dynalite/actions/putItem.js';
import getItemRules from 'dynalite/validations/getItem.js';
import validations from 'dynalite/validations/index.js';
import putItemRules from 'dynalite/validations/putItem.js';

export type Item = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The items of a table, by a key that only dynalite reads. */
export type Items = Map<string, Item>;

export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const operations = {
  GetItem: { act: getItem, rules: getItemRules },
  PutItem: { act: putItem, rules: putItemRules },
};
const keys = { Plants: ['id', 'N'], Tokens: ['digest', 'S'] } as const;

/** Does a request as the embedded DynamoDB does, by dynalite's own code, but at once and without a disk. */
export function perform(target: string, body: string, items: Items): Answer {
  const { act, rules } = operations[target.split('.')[1] as keyof typeof operations];
  const store = storeOf(items);
  let result: Answer | undefined;
  try {
    const data = validations.checkTypes(JSON.parse(body), rules.types);
    validations.checkValidations(data, rules.types, rules.custom, store);
    act(store, data, (error, value) => {
      if (error !== null) throw error;
      result = answer(200, value as object);
    });
  } catch (error) {
    const { statusCode, body: reason } = error as { statusCode?: number; body: object };
    if (statusCode === undefined) throw error;
    result = answer(statusCode, reason);
  }
  if (result === undefined) throw new Error('dynalite did not answer at once');
  return result;
}

/** The part of dynalite's database that its actions need. */
function storeOf(items: Items) {
  return {
    options: { maxItemSize: 400 * 1024 },
    getTable: (name: keyof typeof keys, found: (error: null, table: object) => void) => {
      const [AttributeName, AttributeType] = keys[name];
      found(null, {
        TableName: name,
        KeySchema: [{ AttributeName, KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName, AttributeType }],
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
  return answer(statusCode, {
    __type: `com.amazonaws.dynamodb.v20120810#${name}`,
    message: 'as the story wants it',
  });
}

function answer(statusCode: number, value: object): Answer {
  const body = Buffer.from(JSON.stringify(value));
  return {
    statusCode,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-crc32': `${crc32(body)}` },
    body,
  };
}
