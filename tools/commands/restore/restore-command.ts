import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/dynamodb/verified-answers.ts';
import { bulkSettings } from '../../shared/stored-items/bulk-settings.ts';
import { deleteUnchanged } from '../../shared/stored-items/delete-unchanged.ts';
import { countItems } from '../../shared/stored-items/item-file.ts';
import { findTable, type Table } from '../../shared/stored-items/table.ts';
import { readArguments } from '../../shared/terminal/options.ts';
import { typed } from '../../shared/terminal/script.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import { UsageError } from '../../shared/usage-error.ts';
import { restore } from './restore.ts';

const commandLine = {
  command: 'npm run restore',
  help: `Writes the items that a table has lost, from a copy of it, and replaces nothing.

  ${typed('restore', 'COPY TABLE')}
  ${typed('restore', '--undo FILE TABLE')}

  COPY         the table with the items, for example a restored one
  TABLE        the table that lost them
  --undo FILE  deletes from TABLE what a restore noted in FILE, unless it was changed since
               (${typed('items', 'undo FILE')} is the opposite: it writes the items of a file)

A restore prints the items that are in TABLE in another form, and the tokens that it makes valid.
An undo prints the key of each item that it keeps, and why.
Both can be started again after an error: they do only what is left.
The tables are those of AWS_PROFILE and AWS_REGION.`,
  options: { undo: { type: 'string' } },
  takesOperands: true,
} as const;

export async function runRestoreCommand(
  args: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const given = readArguments(args, commandLine, terminal.out);
  if (given === undefined) return;
  const { undo } = given.values;
  // A variable that the shell does not have is an empty name.
  const names = given.positionals.filter(Boolean);
  if (names.length !== (undo === undefined ? 2 : 1)) {
    throw new UsageError('Name COPY and TABLE, or --undo FILE and TABLE. Try --help.');
  }
  const [tableName = '', copyName = ''] = names.toReversed();
  const client = createClient();
  try {
    const table = await findTable(client, tableName);
    if (undo === undefined) {
      const copy = await findCopy(client, copyName, table);
      await finish(restore(copy, table, terminal), terminal);
    } else {
      // Refuses a wrong file before anything is deleted. The undo itself tells of a last line that is cut off.
      await countItems(undo, table, () => {});
      await finish(deleteUnchanged(undo, table, terminal), terminal);
    }
  } finally {
    client.destroy();
  }
}

/** Adds to a table what only its copy has, as a step of another command. */
export async function addMissing(copyName: string, tableName: string, terminal: Terminal) {
  const client = createClient();
  try {
    const table = await findTable(client, tableName);
    await restore(await findCopy(client, copyName, table), table, terminal);
  } finally {
    client.destroy();
  }
}

async function findCopy(client: DynamoDBClient, copyName: string, table: Table): Promise<Table> {
  const copy = await findTable(client, copyName);
  if (copy.key === table.key) return copy;
  throw new UsageError(
    `${copyName} is no copy of ${table.name}: its key is ${copy.key}, and not ${table.key}.`,
  );
}

function createClient(): DynamoDBClient {
  return verifyAnswers(new DynamoDBClient(bulkSettings));
}

/** Says what to do after an error in the middle of the work. */
async function finish(work: Promise<void>, { note }: Terminal): Promise<void> {
  try {
    await work;
  } catch (error) {
    // The arguments or a file are wrong: the error itself says what to do.
    if (!(error instanceof UsageError)) {
      note('The work is not finished. Start the same command again: it does only what is left.');
    }
    throw error;
  }
}
