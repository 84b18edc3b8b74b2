import { tokenState } from '../../../functions/authorize/token-record.ts';
import { Problem } from '../../problem.ts';
import { awsProblem } from '../aws-problem.ts';
import { awaitEverywhere, forgetEverywhere } from './everywhere.ts';
import { type Lifetime, usualLifetime } from './lifetime.ts';
import { newToken, showNew } from './operations.ts';
import { moment, type Terminal } from './presentation.ts';
import type { StoredItem, TokenHome } from './token-home.ts';
import { idOf, tokenBy } from './token-id.ts';
import type { StoredToken } from './token-registry.ts';

/**
 * Makes a new token for the same client. The old one holds for the overlap, so that nobody is locked
 * out. It is marked first, since only one of several commands at the same time can mark it.
 */
export async function rotateToken(
  home: TokenHome,
  {
    id,
    overlap,
    lifetime,
  }: { readonly id: string; readonly overlap: number; readonly lifetime: Lifetime | undefined },
  terminal: Terminal,
  now: number,
): Promise<void> {
  const { registry } = home;
  const tokens = await registry.list(terminal.note);
  const old = tokenBy(id, tokens);
  refuseUnlessRotatable(old, tokens, now);
  const successor = newToken(old.client, lifetime ?? lifetimeAfter(old), now);
  const { digest } = successor.stored;
  if (!(await registry.markRotated(old.digest, { at: now, successor: digest }))) {
    throw new Problem(
      `${nameOf(old)} has just been rotated, revoked or removed by another command: no new token was made.`,
    );
  }
  await registry.create(successor.stored).catch(async (cause: unknown) => {
    await registry.unmarkRotated(old.digest, digest).catch(() => {
      throw problemOf(cause, `${nameOf(old)} is marked as rotated, but ${remedy}`);
    });
    throw cause;
  });
  await awaitEverywhere(home, digest, terminal.note);
  showNew(successor, home, terminal);
  const end = Math.min(old.expires ?? Number.POSITIVE_INFINITY, now + overlap);
  await registry.shorten(old.digest, end).catch((cause: unknown) => {
    throw problemOf(
      cause,
      `The old token, ${idOf(old)}, was not shortened: revoke it once the new one is in use.`,
    );
  });
  terminal.note(`The old token, ${idOf(old)}, expires at ${moment(end)}.`);
  if (end > now) return;
  const hasEnded = ({ expires }: StoredItem) => typeof expires === 'number' && expires <= end;
  await forgetEverywhere(home, old.digest, hasEnded, terminal.note);
}

function nameOf(token: StoredToken): string {
  return `Token ${idOf(token)} of ${token.client}`;
}

const remedy = 'no token took its place: create a new one for the client, then revoke the old one.';

function refuseUnlessRotatable(old: StoredToken, all: readonly StoredToken[], now: number): void {
  const state = tokenState(old, now);
  if (state !== 'active') throw new Problem(`${nameOf(old)} is ${state}: create a new one.`);
  if (old.rotated === undefined) return;
  const rotated = `${nameOf(old)} was rotated at ${moment(old.rotated)} already`;
  const lost = old.successor !== undefined && !all.some(({ digest }) => digest === old.successor);
  throw new Problem(
    lost
      ? `${rotated}. Unless that command still runs, ${remedy}`
      : `${rotated}: rotate the one that took its place, or create a new one.`,
  );
}

/** What is left half done, and why; a bug stays what it is. */
function problemOf(cause: unknown, sentence: string): unknown {
  const reason = awsProblem(cause);
  return reason === undefined ? cause : new Problem(`${sentence} ${reason}`, { cause });
}

/** The successor of a token that never expires must not expire as a surprise. */
function lifetimeAfter({ expires }: StoredToken): Lifetime {
  return expires === undefined ? 'never' : usualLifetime;
}
