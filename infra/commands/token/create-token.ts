import { moment } from './moment.ts';
import { type Lifetime, newToken, type StoredToken } from './stored-token.ts';
import type { Terminal, TokenHome } from './token-home.ts';
import { idOf } from './token-id.ts';

/** Stores a new token and shows it: the only time that anybody sees it. */
export async function createToken(
  { store, name }: TokenHome,
  { client, lifetime }: { client: string; lifetime: Lifetime },
  { out, note }: Terminal,
  now: number,
): Promise<void> {
  const { token, stored } = newToken(client, lifetime, now);
  await store.create(stored);
  out(token);
  note(`Token ${idOf(stored)} of ${client}, in ${name}, ${expiry(stored)}.`);
  note('Keep it safe: it is stored nowhere, and will not be shown again.');
}

function expiry({ expires }: StoredToken): string {
  return expires === undefined ? 'never expires' : `expires at ${moment(expires)}`;
}
