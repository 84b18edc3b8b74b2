import { digestOf, generateToken, lastFour } from '../../../functions/authorize/token.ts';
import { tokenState } from '../../../functions/authorize/token-record.ts';
import { reserved } from '../../../functions/shared/reserved.ts';
import { Problem } from '../../problem.ts';
import type { Terminal } from '../terminal/run-command.ts';
import { reasonFor } from '../terminal/sentence.ts';
import { clearCaches, type StoredItem, type Target, waitForRegions } from './regions.ts';
import type { StoredToken } from './token-registry.ts';
import {
  digestIn,
  idOf,
  moment,
  sorted,
  tokenBy,
  tokenJson,
  tokenTable,
  unknownToken,
} from './token-table.ts';

/** In seconds. */
export type Lifetime = number | 'never';

export const usualLifetime = 90 * 86_400;

/** One of the four commands, with its arguments. */
export type Command = (target: Target, terminal: Terminal, now: number) => Promise<void>;

export function createToken(client: string, lifetime: Lifetime): Command {
  return async (target, terminal, now) => {
    const created = newToken(client, lifetime, now);
    await target.registry.create(created.stored);
    await waitForRegions(target, created.stored.digest, terminal.note);
    showNew(created, target, terminal);
  };
}

/** Lists all tokens, or only the valid ones that expire within so many seconds. */
export function listTokens(json: boolean, expiring?: number): Command {
  return async ({ registry, name }, { out, note }, now) => {
    const end = expiring === undefined ? undefined : now + expiring;
    // The tokens of the service's own checks last for a minute, and concern nobody.
    const endsInTime = (token: StoredToken) =>
      token.client !== reserved.client &&
      tokenState(token, now) === 'active' &&
      (token.expires ?? Number.POSITIVE_INFINITY) <= Number(end);
    const all = sorted(await registry.list(note));
    const tokens = end === undefined ? all : all.filter(endsInTime);
    const which = end === undefined ? '' : ` that expire by ${moment(end)}`;
    if (json) out(tokenJson(tokens, now));
    else if (tokens.length === 0) note(`There are no tokens${which} in ${name}.`);
    else out(tokenTable(tokens, now));
  };
}

/** Ends a token permanently. It can be repeated: then it only clears the gateway's cache. */
export function revokeToken(id: string): Command {
  return async (target, { note }, now) => {
    const { registry, name } = target;
    const digest = digestIn(id) ?? tokenBy(id, await registry.list(note)).digest;
    const revocation = await registry.revoke(digest, now);
    if (revocation === undefined) throw unknownToken(id);
    const { revoked, client } = revocation;
    const of = client === undefined ? '' : ` of ${client}`;
    const state = revoked === now ? 'is revoked' : `has been revoked since ${moment(revoked)}`;
    note(`Token ${idOf({ digest })}${of}, in ${name}, ${state}.`);
    await clearCaches(target, digest, (item) => item['revoked'] !== undefined, note);
  };
}

/** Creates a new token for the same client. The old one stays valid during the overlap, so that nobody is locked out. */
export function rotateToken(id: string, overlap: number, lifetime?: Lifetime): Command {
  return async (target, terminal, now) => {
    const { registry } = target;
    const old = tokenBy(id, await registry.list(terminal.note));
    refuseUnlessRotatable(old, now);
    const successor = newToken(old.client, lifetime ?? lifetimeAfter(old), now);
    await replace(old, successor.stored, target, now);
    await waitForRegions(target, successor.stored.digest, terminal.note);
    showNew(successor, target, terminal);
    const end = Math.min(old.expires ?? Number.POSITIVE_INFINITY, now + overlap);
    await registry.shorten(old.digest, end).catch((cause: unknown) => {
      throw new Problem(
        `The expiry of the old token, ${idOf(old)}, was not changed: revoke it when the new one is in use. ${reasonFor(cause)}`,
        { cause },
      );
    });
    terminal.note(`The old token, ${idOf(old)}, expires at ${moment(end)}.`);
    if (end > now) return;
    const hasEnded = ({ expires }: StoredItem) => typeof expires === 'number' && expires <= end;
    await clearCaches(target, old.digest, hasEnded, terminal.note);
  };
}

function refuseUnlessRotatable(old: StoredToken, now: number): void {
  const state = tokenState(old, now);
  if (state !== 'active') throw new Problem(`${nameOf(old)} is ${state}: create a new one.`);
  if (old.rotated === undefined) return;
  throw new Problem(
    `${nameOf(old)} was already rotated at ${moment(old.rotated)}: rotate the new token, or create another one and revoke this one.`,
  );
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
  } catch (cause) {
    await registry.remove(successor.digest).catch(() => {
      const orphan = `Nobody has the new token, ${idOf(successor)}: revoke it.`;
      throw new Problem(`${reasonFor(cause)} ${orphan}`, { cause });
    });
    throw cause;
  }
}

/** The successor of a token that never expires must not expire either. */
function lifetimeAfter({ expires }: StoredToken): Lifetime {
  return expires === undefined ? 'never' : usualLifetime;
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

/** Prints the token, which nobody can see again. */
function showNew(
  { token, stored }: ReturnType<typeof newToken>,
  { name }: Target,
  { out, note }: Terminal,
): void {
  try {
    out(token);
  } catch (cause) {
    throw new Problem(
      `The token cannot be printed (${(cause as NodeJS.ErrnoException).code}), so nobody has it: revoke ${idOf(stored)}.`,
      { cause },
    );
  }
  const { expires } = stored;
  const expiry = expires === undefined ? 'never expires' : `expires at ${moment(expires)}`;
  note(`Token ${idOf(stored)} of ${stored.client}, in ${name}, ${expiry}.`);
  note('Keep it safe: it is not stored, and will not be shown again.');
}

function nameOf(token: StoredToken): string {
  return `Token ${idOf(token)} of ${token.client}`;
}
