import stringWidth from 'fast-string-width';
import { lastFour } from '../../../functions/authorize/token.ts';
import { tokenState } from '../../../functions/authorize/token-record.ts';
import { printable } from '../terminal/printable.ts';
import { idLength, idOf } from './token-id.ts';
import type { StoredToken } from './token-registry.ts';

/** Where a command writes: its result to stdout, all else to stderr. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly note: (text: string) => void;
}

// Mistyped tokens, too: most of a secret is a secret.
const anyToken = /plant_[0-9A-Za-z]{20,}/g;

/** A text for a terminal or a log: it shows no token in full. */
export function shown(text: string): string {
  return printable(text).replace(anyToken, (token) => `plant_…${lastFour(token)}`);
}

/** A time for people, in UTC and to the minute. */
export function moment(seconds: number): string {
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
      shown(token.client),
      shown(token.lastFour),
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
    client: shown(token.client),
    lastFour: shown(token.lastFour),
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
