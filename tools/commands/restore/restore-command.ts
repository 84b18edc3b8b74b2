import { createReadStream, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { addedAttributes } from '../../functions/shared/reserved.ts';
import { verifyAnswers } from '../../functions/shared/verified-answers.ts';
import { UsageError, withFile } from '../usage-error.ts';
import { pathOf, readArguments } from './terminal/options.ts';
import { printable } from './terminal/printable.ts';
import { runCommand } from './terminal/run-command.ts';
import { idOf } from './token/token-list.ts';

const commandLine = {
  command: 'npm run restore',
  help: `Writes the items that a table has lost, from a copy of it, and replaces nothing.

  npm run restore -- COPY TABLE
  npm run restore -- --undo FILE TABLE

  COPY         the table with the items, for example plants-restored
  TABLE        the table that lost them
  --undo FILE  deletes from TABLE what a restore noted in FILE, unless it was changed since

It prints the items that are there in another form, and the tokens that it makes valid.
The tables are those of AWS_PROFILE and AWS_REGION.`,
  options: { undo: { type: 'string' } },
  takesOperands: true,
} as const;

type Item = Record<string, AttributeValue>;

interface Table {
  readonly TableName: string;
  readonly key: string;
}

const client = verifyAnswers(new DynamoDBClient({ maxAttempts: 10, retryMode: 'adaptive' }));
// A table takes few large plants in a second.
const atOnce = 25;

await runCommand(async (args) => {
  const given = readArguments(args, commandLine);
  if (given === undefined) return;
  const { undo } = given.values;
  // A variable that the shell does not have is an empty name.
  const names = given.positionals.filter(Boolean);
  if (names.length !== (undo === undefined ? 2 : 1)) {
    throw new UsageError('Name COPY and TABLE, or --undo FILE and TABLE. Try --help.');
  }
  const [TableName = '', copy = ''] = names.toReversed();
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const table = { TableName, key: `${Table?.KeySchema?.[0]?.AttributeName}` };
  await (undo === undefined ? restore(copy, table) : undoRestore(pathOf(undo), table));
});

async function restore(copy: string, table: Table): Promise<void> {
  // Without a copy, no file is made.
  await client.send(new DescribeTableCommand({ TableName: copy }));
  // Each run has its own file: its undo deletes nothing of an earlier restore.
  const file = `${copy}-${new Date().toISOString().replaceAll(/[-:.]/g, '')}.jsonl`;
  const notes = withFile(file, 'written', () => openSync(pathOf(file), 'ax'));
  console.error(`To undo it: npm run restore -- --undo ${file} ${table.TableName}`);
  let [read, missing] = [0, 0];
  const report = startReports(() => `${read} items read, ${missing} were missing`);
  for await (const { Items = [] } of paginateScan({ client }, { TableName: copy, Limit: atOnce })) {
    const there = await Promise.all(Items.map((item) => find(item, table)));
    for (const [index, item] of Items.entries()) printIfOther(item, there[index]);
    const lost = Items.filter((_, index) => there[index] === undefined);
    // Before the first of them is written: an undo knows all that a killed restore has written.
    withFile(file, 'written', () => {
      writeFileSync(notes, lost.map((item) => `${JSON.stringify(item)}\n`).join(''));
      fsyncSync(notes);
    });
    lost.forEach(printIfValid);
    await Promise.all(lost.map((item) => add(item, table)));
    read += Items.length;
    missing += lost.length;
  }
  report();
}

async function undoRestore(file: string, table: Table): Promise<void> {
  const lines = createInterface({
    input: createReadStream('', { fd: withFile(file, 'read', () => openSync(file, 'r')) }),
  });
  // A full disk can have cut off the last line, whose item was not written.
  const itemIn = (line: string): Item => withFile(file, 'read', () => JSON.parse(line));
  const concurrency = atOnce;
  const removals = Readable.from(lines).map((line) => remove(itemIn(line), table), { concurrency });
  let [read, kept] = [0, 0];
  const report = startReports(() => `${read} items read, ${kept} kept because they were changed`);
  for await (const isGone of removals) {
    read += 1;
    if (!isGone) kept += 1;
  }
  report();
}

/** Prints an item that is there in another form because a client was faster. */
async function add(Item: Item, { TableName, key }: Table): Promise<void> {
  const put = new PutItemCommand({
    TableName,
    Item,
    ConditionExpression: 'attribute_not_exists(#key)',
    ExpressionAttributeNames: { '#key': key },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  await client.send(put).catch((error: unknown) => {
    // Any other error ends the command, which can be started again.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    printIfOther(Item, error.Item);
  });
}

/** False if it was changed: another plant has its id, or its token was revoked. */
async function remove(item: Item, table: Table): Promise<boolean> {
  const there = await find(item, table);
  const isUnchanged = isDeepStrictEqual(there, item);
  if (isUnchanged) await client.send(new DeleteItemCommand(keyOf(item, table)));
  return isUnchanged || there === undefined;
}

async function find(item: Item, table: Table): Promise<Item | undefined> {
  const get = new GetItemCommand({ ...keyOf(item, table), ConsistentRead: true });
  return (await client.send(get)).Item;
}

function keyOf(item: Item, { TableName, key }: Table) {
  return { TableName, Key: { [key]: item[key] as AttributeValue } };
}

function printIfOther(item: Item, there: Item | undefined): void {
  // A client can have sent a lost plant again.
  const { client: by, time } = addedAttributes;
  const fields = ({ [by]: _, [time]: __, ...others }: Item) => others;
  if (there && !isDeepStrictEqual(fields(there), fields(item))) print(item);
}

/** The operator revokes again what was revoked after the copy was made. */
function printIfValid({ digest, client: owner, lastFour, expires, revoked }: Item): void {
  const isOver = revoked !== undefined || Number(expires?.N) <= Date.now() / 1000;
  if (digest?.S === undefined || isOver) return;
  print({ valid: idOf(digest.S), client: owner?.S, lastFour: lastFour?.S });
}

function print(value: object): void {
  console.log(printable(JSON.stringify(value)));
}

/** Reports at the end, and until then every ten seconds. */
function startReports(text: () => string) {
  const report = () => console.error(text());
  setInterval(report, 10_000).unref();
  return report;
}
