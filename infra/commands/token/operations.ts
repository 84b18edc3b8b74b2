import { digestOf, generateToken, lastFour } from '../../../functions/authorize/token.ts';
import { awaitEverywhere, forgetEverywhere } from './everywhere.ts';
import type { Lifetime } from './lifetime.ts';
import { moment, sorted, type Terminal, tokenJson, tokenTable } from './presentation.ts';
import type { TokenHome } from './token-home.ts';
import { digestIn, idOf, noToken, tokenBy } from './token-id.ts';
import type { StoredToken } from './token-registry.ts';

export async function createToken(
  home: TokenHome,
  { client, lifetime }: { readonly client: string; readonly lifetime: Lifetime },
  terminal: Terminal,
  now: number,
): Promise<void> {
  const created = newToken(client, lifetime, now);
  await home.registry.create(created.stored);
  await awaitEverywhere(home, created.stored.digest, terminal.note);
  showNew(created, home, terminal);
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
  const { registry, name } = home;
  const digest = digestIn(id) ?? tokenBy(id, await registry.list(note)).digest;
  const revocation = await registry.revoke(digest, now);
  if (revocation === undefined) throw noToken(id);
  const { since, client } = revocation;
  const of = client === undefined ? '' : ` of ${client}`;
  const revoked = since === now ? 'is revoked' : `has been revoked since ${moment(since)}`;
  note(`Token ${idOf({ digest })}${of}, in ${name}, ${revoked}.`);
  await forgetEverywhere(home, digest, (item) => item['revoked'] !== undefined, note);
}

export interface NewToken {
  readonly token: string;
  readonly stored: StoredToken;
}

export function newToken(client: string, lifetime: Lifetime, now: number): NewToken {
  const token = generateToken();
  const stored = { digest: digestOf(token), client, lastFour: lastFour(token), created: now };
  return { token, stored: lifetime === 'never' ? stored : { ...stored, expires: now + lifetime } };
}

/** The only time that anybody sees the token. */
export function showNew(
  { token, stored }: NewToken,
  { name }: TokenHome,
  { out, note }: Terminal,
): void {
  out(token);
  note(`Token ${idOf(stored)} of ${stored.client}, in ${name}, ${expiry(stored)}.`);
  note('Keep it safe: it is stored nowhere, and will not be shown again.');
}

function expiry({ expires }: StoredToken): string {
  return expires === undefined ? 'never expires' : `expires at ${moment(expires)}`;
}
