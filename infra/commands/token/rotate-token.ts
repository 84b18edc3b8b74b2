import { tokenState } from '../../../functions/authorize/token-store.ts';
import { CommandError } from './command-error.ts';
import { createToken } from './create-token.ts';
import { moment } from './moment.ts';
import { type Lifetime, type StoredToken, usualLifetime } from './stored-token.ts';
import type { Terminal, TokenHome } from './token-home.ts';
import { idOf, tokenBy } from './token-id.ts';

/** A new token for the same client; the old one holds for the overlap, so that nobody is locked out. */
export async function rotateToken(
  home: TokenHome,
  { id, overlap, lifetime }: { id: string; overlap: number; lifetime: Lifetime | undefined },
  terminal: Terminal,
  now: number,
): Promise<void> {
  const old = tokenBy(id, await home.store.list(terminal.note));
  const state = tokenState(old, now);
  if (state !== 'active') {
    throw new CommandError(`Token ${idOf(old)} of ${old.client} is ${state}: create a new one.`);
  }
  // It expires now, whatever it was made for: a second successor would end one day by surprise.
  if (old.rotated !== undefined) {
    throw new CommandError(
      `Token ${idOf(old)} of ${old.client} was rotated at ${moment(old.rotated)} already: rotate the one that took its place, or create a new one.`,
    );
  }
  const { client } = old;
  await createToken(home, { client, lifetime: lifetime ?? lifetimeAfter(old) }, terminal, now);
  const end = Math.min(old.expires ?? Number.POSITIVE_INFINITY, now + overlap);
  await home.store.supersede(old.digest, { at: now, end });
  terminal.note(`The old token, ${idOf(old)}, expires at ${moment(end)}.`);
  const obstacle = end <= now ? await home.resetAuthorizersCache() : undefined;
  if (obstacle !== undefined) terminal.note(obstacle);
}

// A token meant for ever is not to end one day by surprise.
function lifetimeAfter({ expires }: StoredToken): Lifetime {
  return expires === undefined ? 'never' : usualLifetime;
}
