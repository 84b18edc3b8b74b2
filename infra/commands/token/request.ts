import { defaultDataFolder } from '../../local/data-folder/data-folder.ts';
import { UsageError } from '../../problem.ts';
import { parseOptions } from '../terminal/options.ts';
import { type Lifetime, lifetimeOf, overlapOf, usualLifetime } from './lifetime.ts';

/** What was typed, understood. */
export type Request = 'help' | { readonly place: Place; readonly command: Command };

export type Command =
  | { readonly name: 'create'; readonly client: string; readonly lifetime: Lifetime }
  | { readonly name: 'list'; readonly json: boolean }
  | { readonly name: 'revoke'; readonly id: string }
  | {
      readonly name: 'rotate';
      readonly id: string;
      readonly overlap: number;
      readonly lifetime: Lifetime | undefined;
    };

/** Which tokens are meant: those of a deployed stack, or those in a folder on this machine. */
export type Place =
  | {
      readonly kind: 'stack';
      readonly stack: string;
      readonly profile: string | undefined;
      /** The first is where tokens are written; of several, the others hold replicas. */
      readonly regions: readonly string[];
    }
  | { readonly kind: 'folder'; readonly folder: string };

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  client: text,
  expires: text,
  overlap: text,
  json: flag,
  data: text,
  stack: text,
  profile: text,
  region: text,
  help: { ...flag, short: 'h' },
} as const;

type Options = ReturnType<typeof parse>['values'];

export function requestOf(args: readonly string[]): Request {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  const { data, stack, profile, region, ...own } = values;
  return { command: commandOf(own, positionals), place: placeOf(values) };
}

// Each complaint is followed by the usage, so it need not advise --help.
function parse(args: readonly string[]) {
  return parseOptions({ args: [...args], options, allowPositionals: true }, '');
}

function commandOf(own: Options, [name, ...operands]: readonly string[]): Command {
  const { client, expires, overlap = '1h', json = false } = own;
  const only = (...allowed: (keyof Options)[]) => allow(`${name}`, own, allowed);
  switch (name) {
    case 'create':
      only('client', 'expires');
      none(operands);
      return { name, client: clientOf(client), lifetime: lifetimeOf(expires) ?? usualLifetime };
    case 'list':
      only('json');
      none(operands);
      return { name, json };
    case 'revoke':
      only();
      return { name, id: idIn(operands) };
    case 'rotate':
      only('overlap', 'expires');
      return {
        name,
        id: idIn(operands),
        overlap: overlapOf(overlap),
        lifetime: lifetimeOf(expires),
      };
    case undefined:
      throw new UsageError('Say what to do: create, list, revoke or rotate.');
    default:
      throw new UsageError(`There is no command ${name}: it is create, list, revoke or rotate.`);
  }
}

function allow(command: string, own: Options, allowed: readonly string[]): void {
  const other = Object.keys(own).find((option) => !allowed.includes(option));
  if (other !== undefined) throw new UsageError(`${command} has no option --${other}.`);
}

function none([operand]: readonly string[]): void {
  if (operand !== undefined) throw new UsageError(`${operand} is one word too many.`);
}

function idIn([id, ...others]: readonly string[]): string {
  if (!id?.trim()) throw new UsageError('Say which token: its id is missing.');
  none(others);
  return id;
}

// Letters, marks, digits, punctuation, symbols and plain spaces: a client name is printed and logged.
const clientName = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,64}$/u;

function clientOf(client: string | undefined): string {
  if (client === undefined) throw new UsageError('Say whose token it is: --client is missing.');
  if (clientName.test(client) && client.trim() === client) return client;
  throw new UsageError(
    'A client name is 1 to 64 printable characters, without a space at either end.',
  );
}

function placeOf({ data, stack, profile, region }: Options): Place {
  if (stack === undefined) {
    if (profile !== undefined || region !== undefined) {
      throw new UsageError('--profile and --region go with --stack: name the stack, too.');
    }
    return { kind: 'folder', folder: data ?? defaultDataFolder };
  }
  if (data !== undefined) {
    throw new UsageError('--stack and --data are two places: choose one of them.');
  }
  return { kind: 'stack', stack, profile, regions: regionsOf(region) };
}

function regionsOf(region: string | undefined): string[] {
  const regions = region?.split(',').map((name) => name.trim()) ?? [];
  if (!regions.includes('') && new Set(regions).size === regions.length) return regions;
  throw new UsageError(
    `--region ${region} is no list of regions: write each once, as in eu-central-1,eu-west-1.`,
  );
}
