import { digestOf, isToken } from '../../../functions/authorize/token.ts';
import type { StoredToken } from '../../../functions/authorize/token-record.ts';
import { Problem } from '../../../infra/project/problem.ts';

/** How people name a token: by the start of its digest. */
export function idOf(digest: string): string {
  return digest.slice(0, 8);
}

/** The one token with this id, or undefined. */
export function tokenBy(id: string, tokens: readonly StoredToken[]): StoredToken | undefined {
  // As in git: a shorter id is too likely to be a typing mistake.
  if (id.length < 4) {
    throw new Problem(`The id ${id} is too short: it needs four characters or more.`);
  }
  const matches = tokens.filter(({ digest }) => digest.startsWith(id.toLowerCase()));
  if (matches.length < 2) return matches[0];
  const candidates = matches.map(({ digest, client }) => `${digest} of ${client}`);
  throw new Problem(`The id ${id} is ambiguous: it can mean ${candidates.join(', or ')}.`);
}

/** The digest and the last four characters, if the user gave the whole token or the whole digest. */
export function tokenIn(id: string): Pick<StoredToken, 'digest' | 'lastFour'> | undefined {
  // Also with other text around it: `Bearer …` from a log, for example.
  const token = id.match(/\w+/g)?.find(isToken);
  if (token !== undefined) return { digest: digestOf(token), lastFour: token.slice(-4) };
  // A digest does not say the last characters of its token.
  return /^[0-9a-f]{64}$/i.test(id) ? { digest: id.toLowerCase(), lastFour: 'none' } : undefined;
}
