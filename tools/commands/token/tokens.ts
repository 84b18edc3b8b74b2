import { digestOf } from '../../../functions/authorize/token.ts';
import { tokenState } from '../../../functions/authorize/token-record.ts';
import { reserved } from '../../../functions/shared/reserved.ts';
import { Problem } from '../../../infra/base.ts';
import { UsageError } from '../../usage-error.ts';
import type { Terminal } from '../terminal/run-command.ts';
import { reasonFor } from '../terminal/sentence.ts';
import { generateToken, lastFour } from './generate-token.ts';
import { digestIn, idOf, moment, rowsOf, tokenBy, tokenLines, unknownToken } from './token-list.ts';
import type { StoredToken, TokenTable } from './token-table.ts';

/** In seconds. */
export type Lifetime = number | 'never';

export const usualLifetime = 90 * 86_400;

/** The tokens that a command works on: those of a deployed stack, or of a data folder. */
export interface Target {
  /** For messages: `... in the stack PlantStore`. */
  readonly name: string;
  readonly table: TokenTable;
  /** Makes the gateway call the authorizer again. */
  readonly clearCache: () => Promise<void>;
  readonly close: () => unknown;
}

/** One of the commands, with its arguments. */
export type Command = (target: Target, terminal: Terminal, now: number) => Promise<void>;

export function createToken(client: string, lifetime: Lifetime = usualLifetime): Command {
  return async (target, terminal, now) => {
    const created = newToken(client, lifetime, now);
    await target.table.create(created.stored);
    showNew(created, target, terminal);
  };
}

/** Lists all tokens, or only the valid ones that expire within so many seconds. */
export function listTokens(json: boolean, expiring?: number): Command {
  return async ({ table, name }, { out, note }, now) => {
    const end = now + (expiring ?? 0);
    // The tokens of the service's own checks last for a minute, and concern nobody.
    const endsInTime = (token: StoredToken) =>
      token.client !== reserved.client &&
      tokenState(token, now) === 'active' &&
      tokenState(token, end) === 'expired';
    const all = await table.list(note);
    const rows = rowsOf(expiring === undefined ? all : all.filter(endsInTime), now);
    const which = expiring === undefined ? '' : ` that expire by ${moment(end)}`;
    if (json) out(JSON.stringify(rows, undefined, 2));
    else if (rows.length === 0) note(`There are no tokens${which} in ${name}.`);
    else out(tokenLines(rows));
  };
}

/** Ends a token permanently. It can be repeated: then it only clears the gateway's cache. */
export function revokeToken(id: string): Command {
  return async (target, { note }, now) => {
    const { table, name, clearCache } = target;
    const digest = digestIn(id) ?? tokenBy(id, await table.list(note)).digest;
    const revoked = await table.revoke(digest, now);
    if (revoked === undefined) throw unknownToken(id);
    // Somebody can have written the item by hand.
    const client = typeof revoked['client'] === 'string' ? revoked['client'] : 'an unknown client';
    note(`Token ${idOf({ digest })} of ${client}, in ${name}, is revoked.`);
    // Before this, the gateway uses its old decision for five more minutes.
    await clearCache().catch((error) => {
      const warning = 'can accept the token for five more minutes. Run revoke again later.';
      note(`The gateway ${warning} ${reasonFor(error)}`);
    });
  };
}

/** For the checks of the service; their tokens end by themselves. */
export function refuseReserved(client: string): void {
  if (client !== reserved.client) return;
  throw new UsageError(`The client name ${client} is reserved for the checks of the service.`);
}

function newToken(client: string, lifetime: Lifetime, now: number) {
  const token = generateToken();
  const stored: StoredToken = {
    digest: digestOf(token),
    client,
    lastFour: lastFour(token),
    created: now,
    ...(lifetime !== 'never' && { expires: now + lifetime }),
  };
  return { token, stored };
}

/** Nobody can see the token again. */
function showNew(
  { token, stored }: ReturnType<typeof newToken>,
  target: Target,
  { outSecret, note }: Terminal,
): void {
  try {
    outSecret(token);
  } catch (cause) {
    const { message } = cause as Error;
    const problem = `The token cannot be printed, so nobody has it: revoke ${idOf(stored)}.`;
    throw new Problem(`${problem} ${message}`, { cause });
  }
  const { expires } = stored;
  const expiry = expires === undefined ? 'never expires' : `expires at ${moment(expires)}`;
  note(`Token ${idOf(stored)} of ${stored.client}, in ${target.name}, ${expiry}.`);
  note('Keep it safe: it is not stored, and will not be shown again.');
}
