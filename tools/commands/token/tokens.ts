import { digestOf, lastFour } from '../../../functions/authorize/token.ts';
import { tokenState } from '../../../functions/authorize/token-record.ts';
import { reserved } from '../../../functions/shared/reserved.ts';
import { Problem, UsageError } from '../../../infra/base.ts';
import type { Terminal } from '../terminal/run-command.ts';
import { reasonFor } from '../terminal/sentence.ts';
import { generateToken } from './generate-token.ts';
import { reachRegions, type Target } from './regions.ts';
import type { StoredToken } from './token-registry.ts';
import {
  digestIn,
  idOf,
  moment,
  rowsOf,
  tokenBy,
  tokenTable,
  unknownToken,
} from './token-table.ts';

/** In seconds. */
export type Lifetime = number | 'never';

const usualLifetime = 90 * 86_400;

/** One of the four commands, with its arguments. */
export type Command = (target: Target, terminal: Terminal, now: number) => Promise<void>;

export function createToken(client: string, lifetime: Lifetime = usualLifetime): Command {
  return async (target, terminal, now) => {
    const created = newToken(client, lifetime, now);
    await target.registry.create(created.stored);
    await showNew(created, target, terminal);
  };
}

/** Lists all tokens, or only the valid ones that expire within so many seconds. */
export function listTokens(json: boolean, expiring?: number): Command {
  return async ({ registry, name }, { out, note }, now) => {
    const end = now + (expiring ?? 0);
    // The tokens of the service's own checks last for a minute, and concern nobody.
    const endsInTime = (token: StoredToken) =>
      token.client !== reserved.client &&
      tokenState(token, now) === 'active' &&
      tokenState(token, end) === 'expired';
    const all = await registry.list(note);
    const rows = rowsOf(expiring === undefined ? all : all.filter(endsInTime), now);
    const which = expiring === undefined ? '' : ` that expire by ${moment(end)}`;
    if (json) out(JSON.stringify(rows, undefined, 2));
    else if (rows.length === 0) note(`There are no tokens${which} in ${name}.`);
    else out(tokenTable(rows));
  };
}

/** Ends a token permanently. It can be repeated: then it only clears the gateway's cache. */
export function revokeToken(id: string): Command {
  return async (target, { note }, now) => {
    const { registry, name } = target;
    const digest = digestIn(id) ?? tokenBy(id, await registry.list(note)).digest;
    const revoked = await registry.revoke(digest, now);
    if (revoked === undefined) throw unknownToken(id);
    // Somebody can have written the item by hand.
    const client = typeof revoked['client'] === 'string' ? revoked['client'] : 'an unknown client';
    note(`Token ${idOf({ digest })} of ${client}, in ${name}, is revoked.`);
    await reachRegions('ended', digest, target, note);
  };
}

/** Creates a new token for the same client. The old one stays valid during the overlap, so that nobody is locked out. */
export function rotateToken(id: string, overlap: number, lifetime?: Lifetime): Command {
  return async (target, terminal, now) => {
    const old = tokenBy(id, await target.registry.list(terminal.note));
    refuseUnlessRotatable(old, now);
    // The successor of a token that never expires must not expire either.
    const usual = old.expires === undefined ? 'never' : usualLifetime;
    const successor = newToken(old.client, lifetime ?? usual, now);
    const end = Math.min(old.expires ?? Number.POSITIVE_INFINITY, now + overlap);
    await replace(old, successor.stored, target, now);
    await showNew(successor, target, terminal);
    // Last, because the client needs the old token until somebody has the new one.
    await target.registry.shorten(old.digest, end).catch((cause: unknown) => {
      throw new Problem(
        `The expiry of the old token, ${idOf(old)}, was not changed: revoke it when the new one is in use. ${reasonFor(cause)}`,
        { cause },
      );
    });
    terminal.note(`The old token, ${idOf(old)}, expires at ${moment(end)}.`);
    if (end > now) return;
    await reachRegions('ended', old.digest, target, terminal.note);
  };
}

/** For the checks of the service; their tokens end by themselves. */
export function refuseReserved(client: string): void {
  if (client !== reserved.client) return;
  throw new UsageError(`The client name ${client} is reserved for the checks of the service.`);
}

function refuseUnlessRotatable(old: StoredToken, now: number): void {
  refuseReserved(old.client);
  const state = tokenState(old, now);
  const { rotated } = old;
  if (rotated === undefined && state === 'active') return;
  if (rotated === undefined || state === 'revoked') {
    throw new Problem(`${nameOf(old)} is ${state}: create a new one.`);
  }
  const next =
    state === 'active'
      ? 'rotate the new token, or create another one and revoke this one'
      : 'use the new token, and revoke this one if the gateway still accepts it';
  throw new Problem(`${nameOf(old)} was already rotated at ${moment(rotated)}: ${next}.`);
}

/** Only one of several commands at the same time can mark the old token. The others remove their new one. */
async function replace(
  old: StoredToken,
  successor: StoredToken,
  { registry }: Target,
  now: number,
): Promise<void> {
  await registry.create(successor);
  try {
    if (await registry.markRotated(old.digest, successor.digest, now)) return;
    throw new Problem(
      `${nameOf(old)} has just been rotated, revoked or removed by another command: no new token was created.`,
    );
  } catch (error) {
    // The mark can be there, and only its answer was lost.
    if ((await registry.find(old.digest))?.['successor'] === successor.digest) return;
    await registry.remove(successor.digest);
    throw error;
  }
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

/** Prints the token after each region has it. Nobody can see it again. */
async function showNew(
  { token, stored }: ReturnType<typeof newToken>,
  target: Target,
  { out, note }: Terminal,
): Promise<void> {
  const isThere = await reachRegions('created', stored.digest, target, note);
  try {
    out(token, true);
  } catch (cause) {
    throw new Problem(
      `The token cannot be printed (${(cause as NodeJS.ErrnoException).code}), so nobody has it: revoke ${idOf(stored)}.`,
      { cause },
    );
  }
  if (!isThere) throw new Problem(`No region has the new token yet: revoke ${idOf(stored)}.`);
  const { expires } = stored;
  const expiry = expires === undefined ? 'never expires' : `expires at ${moment(expires)}`;
  note(`Token ${idOf(stored)} of ${stored.client}, in ${target.name}, ${expiry}.`);
  note('Keep it safe: it is not stored, and will not be shown again.');
}

function nameOf(token: StoredToken): string {
  return `Token ${idOf(token)} of ${token.client}`;
}
