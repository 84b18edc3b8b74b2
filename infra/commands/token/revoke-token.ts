import { moment } from './moment.ts';
import type { Terminal, TokenHome } from './token-home.ts';
import { idOf, tokenBy } from './token-id.ts';

/** Ends a token for good. Once more is no mistake: the gateway is told again, too. */
export async function revokeToken(
  home: TokenHome,
  { id }: { id: string },
  { note }: Terminal,
  now: number,
): Promise<void> {
  const token = tokenBy(id, await home.store.list(note));
  const since = await home.store.revoke(token.digest, now);
  const revoked = since === now ? 'is revoked' : `has been revoked since ${moment(since)}`;
  note(`Token ${idOf(token)} of ${token.client}, in ${home.name}, ${revoked}.`);
  const obstacle = await home.resetAuthorizersCache();
  if (obstacle !== undefined) note(obstacle);
}
