import { digestOf, isToken } from '../../../functions/authorize/token.ts';
import { Problem } from '../../problem.ts';
import type { StoredToken } from './token-registry.ts';

const usualLength = 8;
const leastLength = 4; // as in git: a shorter id is too likely to be a slip of the hand

/** How people name a token: by the start of its digest. */
export function idOf({ digest }: { readonly digest: string }, length = usualLength): string {
  return digest.slice(0, length);
}

/** The shortest length, from eight up, at which no two ids are the same. */
export function idLength(tokens: readonly StoredToken[]): number {
  let length = usualLength;
  while (new Set(tokens.map((token) => idOf(token, length))).size < tokens.length) length += 1;
  return length;
}

/** The one token that an id means, among those that can be listed. */
export function tokenBy(id: string, tokens: readonly StoredToken[]): StoredToken {
  const start = digestIn(id) ?? id.toLowerCase();
  if (start.length < leastLength) {
    throw new Problem(`The id ${id} is too short: it takes four characters at least.`);
  }
  const matches = tokens.filter(({ digest }) => digest.startsWith(start));
  const [match, other] = matches;
  if (match === undefined) throw noToken(id);
  if (other !== undefined) throw new Problem(ambiguous(id, matches));
  return match;
}

/** The key of a token that was given whole, or by its full digest: it need not be listed to be found. */
export function digestIn(id: string): string | undefined {
  const token = tokenIn(id);
  if (token !== undefined) return digestOf(token);
  return /^[0-9a-f]{64}$/i.test(id) ? id.toLowerCase() : undefined;
}

export function noToken(id: string): Problem {
  const token = tokenIn(id);
  // A token does not belong on the screen.
  const like =
    token === undefined ? id : `like the one given, ${idOf({ digest: digestOf(token) })}`;
  return new Problem(`There is no token ${like}.`);
}

function ambiguous(id: string, matches: readonly StoredToken[]): string {
  const length = idLength(matches);
  const candidates = matches.map((match) => `${idOf(match, length)} of ${match.client}`);
  return `The id ${id} is ambiguous: it may mean ${candidates.join(', or ')}.`;
}

/** A whole token, with what was copied around it: `Bearer plant_…` out of a log, for one. */
function tokenIn(text: string): string | undefined {
  return text.match(/\w+/g)?.find(isToken);
}
