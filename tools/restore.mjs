// Writes the items of a table that another table has lost, and replaces nothing:
// node tools/restore.mjs FROM TO KEY. It prints the items that are there in another form, and the tokens that it makes
// valid; the file FROM.jsonl gets the keys of what it writes. It imports no TypeScript, because it runs on the user's own
// Node.
import { appendFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb';

const [from, to, key] = process.argv.slice(2);
const client = new DynamoDBClient({ maxAttempts: 10, retryMode: 'adaptive' });
let [read, written, nextReport] = [0, 0, 0];

// 25 at once: a table takes few large plants in a second.
for await (const { Items } of paginateScan({ client }, { TableName: from, Limit: 25 })) {
  await Promise.all(Items.map(restore));
  read += Items.length;
  if (Date.now() > nextReport) report();
}
report();

function report() {
  console.error(`${read} items read, ${written} written`);
  nextReport = Date.now() + 10_000;
}

async function restore(item) {
  const Key = { [key]: item[key] };
  const get = new GetItemCommand({ TableName: to, Key, ConsistentRead: true });
  const there = (await client.send(get)).Item ?? (await add(item));
  if (!isDeepStrictEqual(fields(there), fields(item))) print(item);
}

async function add(Item) {
  const put = new PutItemCommand({
    TableName: to,
    Item,
    ConditionExpression: 'attribute_not_exists(#key)',
    ExpressionAttributeNames: { '#key': key },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await client.send(put);
  } catch (error) {
    // Any other error ends the script, which can be started again.
    if (error.name !== 'ConditionalCheckFailedException') throw error;
    // A client was faster. The same item is our own: the answer to the first attempt was lost.
    if (!isDeepStrictEqual(error.Item, Item)) return error.Item;
  }
  written += 1;
  appendFileSync(`${from}.jsonl`, `${JSON.stringify({ [key]: Item[key] })}\n`);
  if (key === 'digest') printIfValid(Item);
  return Item;
}

/** The operator revokes again what was revoked after the copy. */
function printIfValid({ digest, client, lastFour, expires, revoked }) {
  const isValid = revoked === undefined && !(Number(expires?.N) <= Date.now() / 1000);
  if (isValid) print({ valid: digest.S.slice(0, 8), client: client?.S, lastFour: lastFour?.S });
}

/** A client can have sent a lost plant again. */
function fields({ createdBy, createdAt, ...others }) {
  return others;
}

/** No text of a client controls the terminal: see tools/commands/terminal/printable.ts. */
function print(value) {
  const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
  const escaped = (text) => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`;
  console.log(JSON.stringify(value).replace(unsafe, escaped));
}
