import { digestOf, generateToken, lastFour } from '../../../functions/authorize/token.ts';
import { tokenState } from '../../../functions/authorize/token-store.ts';
import { Problem } from '../../terminal/problem.ts';
import { type Lifetime, usualLifetime } from './lifetime.ts';
import { moment, sorted, type Terminal, tokenJson, tokenTable } from './presentation.ts';
import type { TokenHome } from './token-home.ts';
import { idOf, tokenBy } from './token-id.ts';
import type { StoredToken } from './token-registry.ts';

/** Stores a new token and shows it, this one time. */
export async function createToken(
  { registry, name }: TokenHome,
  { client, lifetime }: { readonly client: string; readonly lifetime: Lifetime },
  { out, note }: Terminal,
  now: number,
): Promise<void> {
  const { token, stored } = newToken(client, lifetime, now);
  await registry.create(stored);
  out(token);
  note(`Token ${idOf(stored)} of ${client}, in ${name}, ${expiry(stored)}.`);
  note('Keep it safe: it is stored nowhere, and will not be shown again.');
}

export async function listTokens(
  { registry, name }: TokenHome,
  { json }: { readonly json: boolean },
  { out, note }: Terminal,
  now: number,
): Promise<void> {
  const tokens = sorted(await registry.list(note));
  if (json) out(tokenJson(tokens, now));
  else if (tokens.length === 0) note(`There are no tokens in ${name}.`);
  else out(tokenTable(tokens, now));
}

/** Ends a token for good. A second time is no mistake: it resets the gateway's cache again. */
export async function revokeToken(
  home: TokenHome,
  { id }: { readonly id: string },
  { note }: Terminal,
  now: number,
): Promise<void> {
  const token = tokenBy(id, await home.registry.list(note));
  const since = await home.registry.revoke(token.digest, now);
  const revoked = since === now ? 'is revoked' : `has been revoked since ${moment(since)}`;
  note(`Token ${idOf(token)} of ${token.client}, in ${home.name}, ${revoked}.`);
  await resetCache(home, note);
}

/** Makes a new token for the same client. The old one holds for the overlap, so that nobody is locked out. */
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
  const old = tokenBy(id, await home.registry.list(terminal.note));
  refuseUnlessRotatable(old, now);
  const { client } = old;
  await createToken(home, { client, lifetime: lifetime ?? lifetimeAfter(old) }, terminal, now);
  const end = Math.min(old.expires ?? Number.POSITIVE_INFINITY, now + overlap);
  await home.registry.supersede(old.digest, { at: now, end });
  terminal.note(`The old token, ${idOf(old)}, expires at ${moment(end)}.`);
  if (end <= now) await resetCache(home, terminal.note);
}

function newToken(
  client: string,
  lifetime: Lifetime,
  now: number,
): { readonly token: string; readonly stored: StoredToken } {
  const token = generateToken();
  const stored = { digest: digestOf(token), client, lastFour: lastFour(token), created: now };
  return { token, stored: lifetime === 'never' ? stored : { ...stored, expires: now + lifetime } };
}

function expiry({ expires }: StoredToken): string {
  return expires === undefined ? 'never expires' : `expires at ${moment(expires)}`;
}

function refuseUnlessRotatable(old: StoredToken, now: number): void {
  const name = `Token ${idOf(old)} of ${old.client}`;
  const state = tokenState(old, now);
  if (state !== 'active') throw new Problem(`${name} is ${state}: create a new one.`);
  if (old.rotated !== undefined) {
    throw new Problem(
      `${name} was rotated at ${moment(old.rotated)} already: rotate the one that took its place, or create a new one.`,
    );
  }
}

/** The successor of a token that never expires must not expire as a surprise. */
function lifetimeAfter({ expires }: StoredToken): Lifetime {
  return expires === undefined ? 'never' : usualLifetime;
}

async function resetCache(home: TokenHome, note: Terminal['note']): Promise<void> {
  const warning = await home.resetAuthorizersCache();
  if (warning !== undefined) note(warning);
}
