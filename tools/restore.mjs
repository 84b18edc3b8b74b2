// Writes the items of a table that another table has lost, and replaces nothing:
// node tools/restore.mjs FROM TO KEY. It prints the items that are there in another form.
import { isDeepStrictEqual } from 'node:util';
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb';

const [from, to, key] = process.argv.slice(2);
const client = new DynamoDBClient({ maxAttempts: 10, retryMode: 'adaptive' });

// So many at once: a table takes only so many large plants in a second.
for await (const { Items } of paginateScan({ client }, { TableName: from, Limit: 25 })) {
  await Promise.all(Items.map(restore));
}

async function restore(item) {
  const there = (await find(item)) ?? (await add(item));
  if (!isDeepStrictEqual(fields(there), fields(item))) console.log(JSON.stringify(item));
}

async function find({ [key]: value }) {
  const read = new GetItemCommand({ TableName: to, Key: { [key]: value }, ConsistentRead: true });
  const { Item } = await client.send(read);
  return Item;
}

async function add(Item) {
  const write = new PutItemCommand({
    TableName: to,
    Item,
    ConditionExpression: 'attribute_not_exists(#key)',
    ExpressionAttributeNames: { '#key': key },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await client.send(write);
    return Item;
  } catch (error) {
    // A client was faster. Any other error ends the script, which can be started again.
    if (error.name === 'ConditionalCheckFailedException') return error.Item;
    throw error;
  }
}

/** A client can have sent a lost plant again. */
function fields({ createdBy, createdAt, ...others }) {
  return others;
}
