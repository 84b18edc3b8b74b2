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

/** The shortest length, from eight up, at which no two ids are the same. */
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
  const token = tokenIn(id);
  if (token !== undefined) return digestOf(token);
  return /^[0-9a-f]{64}$/i.test(id) ? id.toLowerCase() : undefined;
}

export function unknownToken(id: string): Problem {
  const token = tokenIn(id);
  // A message must not contain the token.
  const named =
    token === undefined ? id : `like the one given, ${idOf({ digest: digestOf(token) })}`;
  return new Problem(`There is no token ${named}.`);
}

/** A whole token, also with other text around it: `Bearer plant_…` from a log, for example. */
function tokenIn(text: string): string | undefined {
  return text.match(/\w+/g)?.find(isToken);
}

/** A time for people, in UTC and to the minute. */
export function moment(seconds: number): string {
  if (!isTime(seconds)) return 'an invalid time';
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')}Z`;
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
  const length = idLength(tokens);
  return aligned([
    header,
    ...tokens.map((token) => [
      idOf(token, length),
      redacted(token.client),
      redacted(token.lastFour),
      moment(token.created),
      token.expires === undefined ? 'never' : moment(token.expires),
      tokenState(token, now),
    ]),
  ]);
}

/** Tokens as JSON for scripts. */
export function tokenJson(tokens: readonly StoredToken[], now: number): string {
  const length = idLength(tokens);
  const rows = tokens.map((token) => ({
    id: idOf(token, length),
    client: redacted(token.client),
    lastFour: redacted(token.lastFour),
    created: isoTime(token.created),
    expires: isoTime(token.expires),
    revoked: isoTime(token.revoked),
    state: tokenState(token, now),
  }));
  return JSON.stringify(rows, undefined, 2);
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) =>
    Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)));
  return rows.map((row) => line(row).join('  ').trimEnd()).join('\n');
}

// By code unit: the same order on every machine, whatever its language.
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function isoTime(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
