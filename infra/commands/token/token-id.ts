import { digestOf, isToken } from '../../../functions/authorize/token.ts';
import { CommandError } from './command-error.ts';
import type { StoredToken } from './stored-token.ts';

const usualLength = 8;
const leastLength = 4; // as git has it: with fewer, a slip of the hand is too likely to hit something

/** What people call a token by: the start of its digest. */
export function idOf({ digest }: { digest: string }, length = usualLength): string {
  return digest.slice(0, length);
}

/** The least length, from eight up, at which no two ids are the same. */
export function idLength(tokens: readonly StoredToken[]): number {
  let length = usualLength;
  while (new Set(tokens.map((token) => idOf(token, length))).size < tokens.length) length += 1;
  return length;
}

/** The one token that an id means; a token found lying about serves as its own id. */
export function tokenBy(id: string, tokens: readonly StoredToken[]): StoredToken {
  const token = tokenIn(id);
  const start = token === undefined ? id.toLowerCase() : digestOf(token);
  if (start.length < leastLength) {
    throw new CommandError(`The id ${id} is too short: it takes four characters at least.`);
  }
  const matches = tokens.filter(({ digest }) => digest.startsWith(start));
  const [match, other] = matches;
  if (match === undefined) {
    // A token does not belong on the screen, however it got here.
    const like = token === undefined ? id : `like the one given, ${idOf({ digest: start })}`;
    throw new CommandError(`There is no token ${like}.`);
  }
  if (other !== undefined) throw new CommandError(ambiguous(id, matches, idLength(tokens)));
  return match;
}

function ambiguous(id: string, matches: readonly StoredToken[], length: number): string {
  const candidates = matches.map((match) => `${idOf(match, length)} of ${match.client}`);
  return `The id ${id} is ambiguous: it may mean ${candidates.join(', or ')}.`;
}

/** As in `Bearer plant_…`, copied out of a log or a command. */
function tokenIn(text: string): string | undefined {
  return text.match(/\w+/g)?.find(isToken);
}
