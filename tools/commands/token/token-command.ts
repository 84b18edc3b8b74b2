import { UsageError } from '../../usage-error.ts';
import { defaultDataFolder } from '../data-folder.ts';
import { pathOf, readArguments } from '../terminal/options.ts';
import { redacted } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/run-command.ts';
import {
  type Command,
  createToken,
  type Lifetime,
  listTokens,
  refuseReserved,
  revokeToken,
  type Target,
  usualLifetime,
} from './tokens.ts';

const commandLine = {
  command: 'npm run token',
  help: `Creates, lists and revokes the tokens of clients.

  npm run token -- create --client NAME [--expires 90d | never]
  npm run token -- list [--expiring 14d] [--json]
  npm run token -- revoke ID

  create           creates a token and prints it, once; nothing else is printed to standard output
  list             prints each token's id, client, last four characters, times and state
  revoke           ends a token immediately and permanently
  ID               the start of a token's digest, from list; four characters are enough if they are unique
  --client NAME    for which client the token is
  --expires TIME   how long the token is valid, or never (default ${usualLifetime / 86_400}d): a number and one of s, m, h, d, w
  --expiring TIME  lists only the valid tokens that expire within this time
  --json           prints JSON for scripts
  --data DIR       the data folder of npm start (default ${defaultDataFolder})
  --stack NAME     a deployed stack, for example PlantStore
  --profile NAME   the AWS profile
  --region NAME    the region of the stack (default: the profile's)

The gateway caches decisions for five minutes. If a token is used before it is stored, it stays
refused for up to five minutes, or until the next revoke.`,
  options: {
    client: { type: 'string' },
    expires: { type: 'string' },
    expiring: { type: 'string' },
    json: { type: 'boolean' },
    data: { type: 'string' },
    stack: { type: 'string' },
    profile: { type: 'string' },
    region: { type: 'string' },
  },
  takesOperands: true,
} as const;

type Options = NonNullable<ReturnType<typeof readArguments<typeof commandLine.options>>>['values'];

const optionsOf = new Map<string, readonly string[]>([
  ['create', ['client', 'expires']],
  ['list', ['expiring', 'json']],
  ['revoke', []],
]);

/** Runs the command. Its messages never contain a whole token. */
export async function tokenCommand(
  args: readonly string[],
  { note, ...outputs }: Terminal,
): Promise<void> {
  const given = readArguments(args, commandLine, outputs.out);
  if (given === undefined) return;
  const run = readCommand(given.values, given.positionals);
  const terminal = { ...outputs, note: (sentence: string) => note(redacted(sentence)) };
  const target = await targetOf(given.values);
  try {
    await run(target, terminal, Math.floor(Date.now() / 1000));
  } finally {
    await target.close();
  }
}

function readCommand(given: Options, [name = '', ...operands]: readonly string[]): Command {
  const own = optionsOf.get(name);
  if (own === undefined) {
    const problem = name === '' ? 'A command is missing' : `There is no command ${name}`;
    throw new UsageError(`${problem}: use create, list or revoke. Try --help.`);
  }
  const allowed = [...own, 'data', 'stack', 'profile', 'region'];
  const other = Object.keys(given).find((option) => !allowed.includes(option));
  if (other !== undefined) throw new UsageError(`${name} has no option --${other}.`);
  const takesId = name === 'revoke';
  const [id = '', ...others] = takesId ? operands : ['', ...operands];
  if (others.length > 0) throw new UsageError(`Unexpected argument ${others[0]}. Try --help.`);
  if (takesId && id.trim() === '') throw new UsageError('The id of a token is missing.');
  const { client, expires, expiring, json = false } = given;
  if (name === 'create') return createToken(clientOf(client), lifetimeOf(expires));
  if (name === 'list') {
    return listTokens(json, expiring === undefined ? undefined : secondsOf('--expiring', expiring));
  }
  return revokeToken(id);
}

// Letters, marks, digits, punctuation, symbols and plain spaces: a client name is printed and logged.
const clientName = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,64}$/u;

function clientOf(client: string | undefined): string {
  if (client === undefined) throw new UsageError('--client is missing: name the client.');
  refuseReserved(client);
  if (clientName.test(client) && client.trim() === client) return client;
  throw new UsageError(
    'A client name is 1 to 64 printable characters, without a space at either end.',
  );
}

function lifetimeOf(expires: string | undefined): Lifetime | undefined {
  if (expires === undefined || expires === 'never') return expires;
  return secondsOf('--expires', expires, 1);
}

const secondsIn: Partial<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
// More is a typing mistake, and much more is not a valid Date.
const century = 36_525 * 86_400;

function secondsOf(option: string, text: string, least = 0): number {
  const [, amount, unit] = /^(\d{1,10})([smhdw])$/.exec(text) ?? [];
  const seconds = Number(amount) * (secondsIn[unit ?? ''] ?? Number.NaN);
  if (seconds >= least && seconds <= century) return seconds;
  throw new UsageError(
    `${option} ${text} is not a time from ${least}s to a century: write a number and one of s, m, h, d, w, as in 90d.`,
  );
}

/** The form of a region of AWS. */
const regionName = /^[a-z]{2,4}(-[a-z]+)+-\d$/;

// Imported only if needed, because the clients of AWS load slowly.
async function targetOf({ data, stack, profile, region }: Options): Promise<Target> {
  if (stack !== undefined) {
    if (data !== undefined) throw new UsageError('Use either --stack or --data.');
    if (region !== undefined && !regionName.test(region)) {
      throw new UsageError(`--region takes a region such as eu-central-1, not ${region}.`);
    }
    const { stackTarget } = await import('./stack-target.ts');
    return stackTarget(stack, { profile, region });
  }
  if (profile !== undefined || region !== undefined) {
    throw new UsageError('--profile and --region need --stack.');
  }
  const { folderTarget } = await import('./folder-target.ts');
  return folderTarget(pathOf(data) ?? defaultDataFolder);
}
