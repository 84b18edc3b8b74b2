import { tokenState } from '../../../functions/authorize/token-store.ts';
import { printable } from '../../terminal/printable.ts';
import { moment } from './moment.ts';
import type { StoredToken } from './stored-token.ts';
import { idLength, idOf } from './token-id.ts';

const header = ['ID', 'CLIENT', 'LAST FOUR', 'CREATED', 'EXPIRES', 'STATE'];

/** By client, then by age. */
export function sorted(tokens: readonly StoredToken[]): StoredToken[] {
  return tokens.toSorted(
    (one, other) =>
      compare(one.client, other.client) ||
      one.created - other.created ||
      compare(one.digest, other.digest),
  );
}

/** Tokens as lines for people. */
export function tokenTable(tokens: readonly StoredToken[], now: number): string {
  const length = idLength(tokens);
  return aligned([
    header,
    ...tokens.map((token) => [
      idOf(token, length),
      printable(token.client),
      token.lastFour,
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
    client: token.client,
    lastFour: token.lastFour,
    created: isoTime(token.created),
    expires: isoTime(token.expires),
    revoked: isoTime(token.revoked),
    state: tokenState(token, now),
  }));
  return JSON.stringify(rows, undefined, 2);
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...rows.map((row) => width(row[column]))));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell))).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

const graphemes = new Intl.Segmenter();
const wide =
  /^(\p{Emoji_Presentation}|.\u{fe0f}|[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff01-\uff60])/u;

// As most terminals do: what is emoji, or written in East Asia, takes two columns.
function width(cell = ''): number {
  return [...graphemes.segment(cell)].reduce(
    (sum, { segment }) => sum + (wide.test(segment) ? 2 : 1),
    0,
  );
}

// By code unit, not by the machine's language: the same order everywhere.
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function isoTime(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
