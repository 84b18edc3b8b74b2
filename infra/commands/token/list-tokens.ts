import type { Terminal, TokenHome } from './token-home.ts';
import { sorted, tokenJson, tokenTable } from './token-table.ts';

export async function listTokens(
  { store, name }: TokenHome,
  { json }: { json: boolean },
  { out, note }: Terminal,
  now: number,
): Promise<void> {
  const tokens = sorted(await store.list(note));
  if (json) out(tokenJson(tokens, now));
  else if (tokens.length === 0) note(`There are no tokens in ${name}.`);
  else out(tokenTable(tokens, now));
}
