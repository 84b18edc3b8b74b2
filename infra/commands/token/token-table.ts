import stringWidth from 'fast-string-width';
import { digestOf, isToken } from '../../../functions/authorize/token.ts';
import { tokenState } from '../../../functions/authorize/token-record.ts';
import { Problem } from '../../problem.ts';
import { redacted } from '../terminal/printable.ts';
import { isTime, type StoredToken } from './token-registry.ts';

const usualLength = 8;
const leastLength = 4; // as in git: a shorter id is too likely to be a typing mistake

/** How people name a token: by the start of its digest. */
export function idOf({ digest }: { readonly digest: string }, length = usualLength): string {
  return digest.slice(0, length);
}

/** The shortest length, from eight up, that gives each token another id. */
function idLength(tokens: readonly StoredToken[]): number {
  let length = usualLength;
  while (new Set(tokens.map((token) => idOf(token, length))).size < tokens.length) length += 1;
  return length;
}

/** The one token with this id. */
export function tokenBy(id: string, tokens: readonly StoredToken[]): StoredToken {
  const start = digestIn(id) ?? id.toLowerCase();
  if (start.length < leastLength) {
    throw new Problem(`The id ${id} is too short: it needs four characters or more.`);
  }
  const matches = tokens.filter(({ digest }) => digest.startsWith(start));
  const [match, other] = matches;
  if (match === undefined) throw unknownToken(id);
  if (other === undefined) return match;
  const length = idLength(matches);
  const candidates = matches.map((token) => `${idOf(token, length)} of ${token.client}`);
  throw new Problem(`The id ${id} is ambiguous: it can mean ${candidates.join(', or ')}.`);
}

/** The digest, if the user gave the whole token or the whole digest. */
export function digestIn(id: string): string | undefined {
  // Also with other text around it: `Bearer plant_…` from a log, for example.
  const token = id.match(/\w+/g)?.find(isToken);
  if (token !== undefined) return digestOf(token);
  return /^[0-9a-f]{64}$/i.test(id) ? id.toLowerCase() : undefined;
}

export function unknownToken(id: string): Problem {
  return new Problem(`There is no token ${redacted(id)}.`);
}

/** By client, then by age. */
export function sorted(tokens: readonly StoredToken[]): StoredToken[] {
  return tokens.toSorted(
    (one, other) =>
      compare(one.client, other.client) ||
      one.created - other.created ||
      compare(one.digest, other.digest),
  );
}

const header = ['ID', 'CLIENT', 'LAST FOUR', 'CREATED', 'EXPIRES', 'STATE'];

/** Tokens as lines for people. */
export function tokenTable(tokens: readonly StoredToken[], now: number): string {
  const lines = rowsOf(tokens, now).map(({ id, client, lastFour, created, expires, state }) => [
    id,
    client,
    lastFour,
    minute(created),
    expires === null ? 'never' : minute(expires),
    state,
  ]);
  const rows = [header, ...lines];
  const widths = header.map((_, column) =>
    Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  const padded = (cell: string, column: number) =>
    cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell));
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
}

/** Tokens as JSON for scripts. */
export function tokenJson(tokens: readonly StoredToken[], now: number): string {
  return JSON.stringify(rowsOf(tokens, now), undefined, 2);
}

function rowsOf(tokens: readonly StoredToken[], now: number) {
  const length = idLength(tokens);
  return tokens.map((token) => ({
    id: idOf(token, length),
    client: redacted(token.client),
    lastFour: redacted(token.lastFour),
    created: isoTime(token.created),
    expires: token.expires === undefined ? null : isoTime(token.expires),
    revoked: token.revoked === undefined ? null : isoTime(token.revoked),
    state: tokenState(token, now),
  }));
}

/** A time for people, in UTC and to the minute. */
export function moment(seconds: number): string {
  return isTime(seconds) ? minute(isoTime(seconds)) : 'an invalid time';
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function minute(isoTime: string): string {
  return `${isoTime.slice(0, 16).replace('T', ' ')}Z`;
}

// By code unit: the same order on every machine, in every language.
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
