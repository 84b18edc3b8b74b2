import { UsageError } from '../../terminal/problem.ts';
import { isClientName } from './client-name.ts';
import { durationOf } from './duration.ts';
import { type Options, optionsOf } from './options.ts';
import { type Place, placeOf } from './place.ts';
import { type Lifetime, usualLifetime } from './stored-token.ts';

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

/** What somebody typed, understood. */
export type Request = 'help' | { readonly place: Place; readonly command: Command };

export function requestOf(args: readonly string[]): Request {
  const { values, operands } = optionsOf(args);
  if (values.help) return 'help';
  const { data, stack, profile, region, ...own } = values;
  return { command: commandOf(own, operands), place: placeOf({ data, stack, profile, region }) };
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
        overlap: secondsOf('overlap', overlap),
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

function clientOf(client: string | undefined): string {
  if (client === undefined) throw new UsageError('Say whose token it is: --client is missing.');
  if (isClientName(client)) return client;
  throw new UsageError(
    'A client name is 1 to 64 printable characters, without a space at either end.',
  );
}

function lifetimeOf(expires: string | undefined): Lifetime | undefined {
  if (expires === undefined || expires === 'never') return expires;
  const seconds = secondsOf('expires', expires);
  if (seconds === 0) throw new UsageError('A token that expires at once is of no use.');
  return seconds;
}

function secondsOf(option: 'expires' | 'overlap', text: string): number {
  const seconds = durationOf(text);
  if (seconds !== undefined) return seconds;
  const never = option === 'expires' ? ', or never' : '';
  throw new UsageError(
    `--${option} ${text} is no duration: write a number and one of s, m, h, d, w, up to a century, as in 90d${never}.`,
  );
}
