import { digestOf, isToken } from '../../../functions/authorize/token.ts';
import { Problem } from '../../terminal/problem.ts';
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

/** The one token that an id means. A whole token, found in a log for one, serves as its own id. */
export function tokenBy(id: string, tokens: readonly StoredToken[]): StoredToken {
  const token = tokenIn(id);
  const start = token === undefined ? id.toLowerCase() : digestOf(token);
  if (start.length < leastLength) {
    throw new Problem(`The id ${id} is too short: it takes four characters at least.`);
  }
  const matches = tokens.filter(({ digest }) => digest.startsWith(start));
  const [match, other] = matches;
  if (match === undefined) {
    // A token does not belong on the screen.
    const like = token === undefined ? id : `like the one given, ${idOf({ digest: start })}`;
    throw new Problem(`There is no token ${like}.`);
  }
  if (other !== undefined) throw new Problem(ambiguous(id, matches));
  return match;
}

function ambiguous(id: string, matches: readonly StoredToken[]): string {
  const length = idLength(matches);
  const candidates = matches.map((match) => `${idOf(match, length)} of ${match.client}`);
  return `The id ${id} is ambiguous: it may mean ${candidates.join(', or ')}.`;
}

/** As in `Bearer plant_…`, copied out of a log or a command. */
function tokenIn(text: string): string | undefined {
  return text.match(/\w+/g)?.find(isToken);
}
