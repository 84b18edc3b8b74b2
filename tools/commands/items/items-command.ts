import { tables } from '../../../functions/service.ts';
import { carryOut, confirmHelp, confirmOption } from '../../shared/stage/plan.ts';
import { bulkSettings } from '../../shared/stored-items/bulk-settings.ts';
import { openTarget, targetHelp, targetOptions } from '../../shared/target/target.ts';
import { readArguments } from '../../shared/terminal/options.ts';
import { scriptOf, typed } from '../../shared/terminal/script.ts';
import { readSubcommand, type Subcommand } from '../../shared/terminal/subcommands.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import { UsageError } from '../../shared/usage-error.ts';
import type { ItemsAction } from './action.ts';
import { deleting, deletingFound } from './delete.ts';
import { erasing } from './erase.ts';
import { erasingClient } from './erase-client.ts';
import { filterOf } from './filter.ts';
import { finding } from './find.ts';
import { following } from './follow.ts';
import { itemTables, readTable, readTables } from './item-table.ts';
import { readKey } from './key.ts';
import { readKeyFile } from './key-file.ts';
import { listing } from './list.ts';
import { readPeriod } from './period.ts';
import { reading } from './read.ts';
import { undoing } from './undo.ts';

const script = scriptOf('items');

const commandLine = {
  command: script,
  help: `Prints, finds, deletes and erases what clients have stored (${itemTables.join(', ')}).

  ${script}
  ${typed('items', 'read KEY')}
  ${typed('items', 'find [--client NAME] [--last-four XXXX] [--from TIME] [--to TIME]')}
  ${typed('items', 'delete KEY | --found FILE')}
  ${typed('items', 'undo FILE')}
  ${typed('items', 'erase --keys FILE | --client NAME')}
  ${typed('items', 'follow --stack NAME [--from TIME] [--to TIME]')}

  (nothing)        prints each item as a line of JSON
  read             prints the item with this key
  find             writes into a new file what a client stored, or came by a token, or in some time
  delete           deletes one item, or each item of a file that find or follow has written, unless it was
                   changed since
  undo             writes the items of a file back that find, delete or follow has written (restore --undo FILE is
                   the opposite: it deletes them)
  erase            deletes each item whose key is in a file, one in a line, or removes the name of a client
                   from its items and deletes those of its tokens that are not valid any more
  follow           prints what was deleted, changed or restored in a stack in the last 24 hours, or in some of
                   this time, and writes it into new files
  --last-four      the last four characters of the token
  --from, --to     from this time on, and before this time, in UTC: 2026-11-20T12:00Z
  --table NAME     only this table; needed by read, delete, undo, follow and erase --keys if there are several
${targetHelp}
${confirmHelp}

Each command that changes something can be started again after an error: it does what is left.`,
  options: {
    client: { type: 'string' },
    'last-four': { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    found: { type: 'string' },
    keys: { type: 'string' },
    table: { type: 'string' },
    ...confirmOption,
    ...targetOptions,
  },
  takesOperands: true,
} as const;

type Given = NonNullable<ReturnType<typeof readArguments<typeof commandLine.options>>>['values'];

export async function runItemsCommand(args: readonly string[], terminal: Terminal): Promise<void> {
  // node:util would take a negative number for options. Only KEY can be one, and it is the last operand.
  const isNegative = (word: string) => /^-\d+$/.test(word);
  const given = readArguments(
    args.filter((word) => !isNegative(word)),
    commandLine,
    terminal.out,
  );
  if (given === undefined) return;
  const [name = 'list', ...operands] = given.positionals;
  const words = [name, ...operands, ...args.filter(isNegative)];
  const act = readSubcommand(subcommands, sharedOptions, given.values, words);
  const target = await openTarget(given.values, bulkSettings);
  const options = optionsAgain(given.values);
  try {
    await act({
      target,
      options,
      terminal,
      carryOut: async (plan) => {
        await carryOut(await target.askStage?.(), plan, given.values.confirm, terminal);
      },
    });
  } finally {
    await target.close();
  }
}

/** The options that a printed command needs to work on the same tables. */
function optionsAgain({ stack, data, table }: Given): string {
  const given = Object.entries({ stack, data, table }).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => ` --${name} ${value}`).join('');
}

const sharedOptions = ['table', ...Object.keys(targetOptions)];

const subcommands: Readonly<Record<string, Subcommand<Given, ItemsAction>>> = {
  list: { read: ({ table }) => listing(readTables(table)) },
  read: {
    takesOperand: true,
    read: ({ table }, key) => {
      const id = readTable(table);
      return reading(id, readKey(required('KEY', key), tables[id]));
    },
  },
  find: {
    options: ['client', 'last-four', 'from', 'to'],
    read: ({ table, 'last-four': lastFour, client, from, to }) =>
      finding(readTables(table), filterOf({ client, lastFour, from, to })),
  },
  delete: {
    options: ['found', 'confirm'],
    takesOperand: true,
    read: ({ table, found }, key) => {
      const id = readTable(table);
      requireOne({ KEY: key, '--found': found });
      if (found !== undefined) return deletingFound(id, found);
      return deleting(id, readKey(required('KEY', key), tables[id]));
    },
  },
  undo: {
    options: ['confirm'],
    takesOperand: true,
    read: ({ table }, file) => undoing(readTable(table), required('FILE', file)),
  },
  erase: {
    options: ['keys', 'client', 'confirm'],
    read: ({ table, client, keys }) => {
      requireOne({ '--keys': keys, '--client': client });
      if (client !== undefined) return erasingClient(client);
      const id = readTable(table);
      const file = required('--keys', keys);
      return erasing(id, file, readKeyFile(file, tables[id]));
    },
  },
  follow: {
    options: ['from', 'to'],
    read: ({ table, from, to }) => following(readTable(table), readPeriod({ from, to })),
  },
};

function required(name: string, value: string | undefined): string {
  if (value) return value;
  throw new UsageError(`${name} is missing. Try --help.`);
}

function requireOne(given: Readonly<Record<string, string | undefined>>): void {
  const count = Object.values(given).filter((value) => value !== undefined).length;
  if (count === 1) return;
  throw new UsageError(`Give one of ${Object.keys(given).join(' and ')}. Try --help.`);
}
