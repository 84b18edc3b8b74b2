import { authorizer, tokenDays } from '../../../functions/service.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { confirmHelp, confirmOption, confirmStage } from '../../shared/stage/plan.ts';
import { openTarget, targetHelp, targetOptions } from '../../shared/target/target.ts';
import { readArguments } from '../../shared/terminal/options.ts';
import { redacted } from '../../shared/terminal/printable.ts';
import { typed } from '../../shared/terminal/script.ts';
import { readSubcommand, type Subcommand } from '../../shared/terminal/subcommands.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import { UsageError } from '../../shared/usage-error.ts';
import { cacheTime, creating, extending, listing, revoking, type TokenAction } from './actions.ts';
import { soonDays } from './token-list.ts';
import { tokenTable } from './token-table.ts';

const usualLifetime = `${tokenDays}d`;
/** How many days `extend` gives a token, if nobody says another time. */
export const extensionDays = 7;
const usualExtension = `${extensionDays}d`;

const commandLine = {
  command: 'npm run token',
  help: `Creates, lists, revokes and extends the tokens of clients.

  ${typed('token', `create --client NAME [--expires ${usualLifetime} | never]`)}
  ${typed('token', 'list [--json]')}
  ${typed('token', 'revoke ID [--confirm STAGE]')}
  ${typed('token', `extend [--expires ${usualExtension}] [--confirm STAGE]`)}

  create           creates a token and prints it, once; nothing else is printed to standard output
  list             prints each token's id, client, last four characters, times and state: first those
                   that end in the next ${soonDays} days (with --json, these have "endsSoon": true, and
                   "replaced": true if their client has a token that is valid longer)
  revoke           ends a token permanently, and lets the gateway forget that it was valid
  extend           lets each token that has ended in the last day, or ends in the next one, be valid for longer from
                   now on (default ${usualExtension}); a revoked token stays revoked
  ID               the start of a token's digest, from list; four characters are enough if they are unique;
                   or the token itself, in a stack also if its item was lost
  --client NAME    the client that the token is for
  --expires TIME   how long the token is valid, or never (default ${usualLifetime}): a number and a unit (s, m, h, d or w)
  --json           prints JSON for scripts
${targetHelp}
${confirmHelp}

Before revoke and extend change a stack, they ask for the name of its stage.
The gateway of a stack caches decisions for ${cacheTime}. If a token is used before it is stored,
it stays refused for this time, or until the next revoke.`,
  options: {
    client: { type: 'string' },
    expires: { type: 'string' },
    json: { type: 'boolean' },
    ...confirmOption,
    ...targetOptions,
  },
  takesOperands: true,
} as const;

type Given = NonNullable<ReturnType<typeof readArguments<typeof commandLine.options>>>['values'];

interface Wanted {
  readonly act: TokenAction;
  /** Whether it asks for the name of the stage before. A new token takes nothing from anybody, and can be revoked. */
  readonly asks: boolean;
}

const subcommands: Readonly<Record<string, Subcommand<Given, Wanted>>> = {
  create: {
    options: ['client', 'expires'],
    read: ({ client, expires }) => ({
      act: creating(readClient(client), readLifetime(expires)),
      asks: false,
    }),
  },
  list: { options: ['json'], read: ({ json = false }) => ({ act: listing(json), asks: false }) },
  revoke: {
    options: ['confirm'],
    takesOperand: true,
    read: (_, id) => ({ act: revoking(readId(id)), asks: true }),
  },
  extend: {
    options: ['expires', 'confirm'],
    read: ({ expires }) => ({ act: extending(readExtension(expires)), asks: true }),
  },
};

/** Runs the command. Its messages never contain a whole token. */
export async function runTokenCommand(args: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments(args, commandLine, terminal.out);
  if (given === undefined) return;
  const shared = Object.keys(targetOptions);
  const { act, asks } = readSubcommand(subcommands, shared, given.values, given.positionals);
  const note = (sentence: string) => terminal.note(redacted(sentence));
  const { client, close, nameOf, askStage, ...target } = await openTarget(given.values);
  try {
    const table = tokenTable(client, nameOf(authorizer.table));
    if (asks && askStage) await confirmStage(await askStage(), given.values.confirm, terminal);
    await act({ ...target, table }, { out: terminal.out, note }, Math.floor(Date.now() / 1000));
  } finally {
    await close();
  }
}

function readId(id = ''): string {
  if (id.trim() !== '') return id;
  throw new UsageError('The id of a token is missing.');
}

// Letters, marks, digits, punctuation, symbols and plain spaces: a client name is printed and logged. A quotation mark or a
// backslash could make a line of the access log that is no JSON, and no alarm would count this client's failures.
const clientName = /^(?!.*["\\])[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,64}$/u;

function readClient(client: string | undefined): string {
  if (client === undefined) throw new UsageError('--client is missing: name the client.');
  const isForClients = client.trim() === client && client !== probeIdentity.client;
  if (!isForClients || !clientName.test(client)) {
    throw new UsageError(
      `A client name has 1 to 64 printable characters, no " or \\, and no space at either end, and is not ${probeIdentity.client}.`,
    );
  }
  // Logs and messages would hide a part of it, and two clients would look like one.
  if (redacted(client) !== client) {
    throw new UsageError(
      'A client name must not look like a token: after an underscore, write fewer than 20 letters and digits, or another character between them.',
    );
  }
  return client;
}

const secondsIn: Partial<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
// More is a typing mistake, and much more is not a valid Date.
const century = 36_525 * 86_400;

function readExtension(text = usualExtension): number {
  const lifetime = readLifetime(text);
  if (lifetime !== undefined) return lifetime;
  throw new UsageError(
    `extend gives a token a new end: write --expires with a time, such as ${usualExtension}.`,
  );
}

function readLifetime(text = usualLifetime): number | undefined {
  if (text === 'never') return undefined;
  const [, amount, unit = ''] = /^(\d{1,10})([smhdw])$/.exec(text) ?? [];
  const seconds = Number(amount) * (secondsIn[unit] ?? Number.NaN);
  if (seconds >= 1 && seconds <= century) return seconds;
  throw new UsageError(
    `--expires ${text} is not a time between 1s and a century: write a number and a unit (s, m, h, d or w), such as ${usualLifetime}.`,
  );
}
