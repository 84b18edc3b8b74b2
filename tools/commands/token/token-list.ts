import { type StoredToken, stateOf } from '../../../functions/authorize/token-record.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { printable, redacted } from '../../shared/terminal/printable.ts';
import { idOf } from './token-id.ts';

/** How many days before its end a token ends soon: more than a month, so that a monthly look can be some days late. */
export const soonDays = 35;

/**
 * Tokens as a list prints them, with full times: first those that end soon, by their end, and then the others by client
 * and age.
 */
export function rowsOf(tokens: readonly StoredToken[], now: number) {
  const soon = now + soonDays * 86_400;
  const isActive = (token: StoredToken) => stateOf(token, now) === 'active';
  const lastsLonger = ({ expires = Number.POSITIVE_INFINITY }: StoredToken) => expires > soon;
  // The probe makes a token for each of its calls.
  const endsSoon = (token: StoredToken) =>
    isActive(token) && !lastsLonger(token) && token.client !== probeIdentity.client;
  const safeClients = new Set(
    tokens.filter((token) => isActive(token) && lastsLonger(token)).map(({ client }) => client),
  );
  const ending = tokens.filter(endsSoon).toSorted(byEnd);
  const others = tokens.filter((token) => !endsSoon(token)).toSorted(byClient);
  return [...ending, ...others].map((token) => ({
    id: idOf(token.digest),
    client: token.client,
    lastFour: token.lastFour,
    created: isoTime(token.created),
    expires: token.expires === undefined ? null : isoTime(token.expires),
    revoked: token.revoked === undefined ? null : isoTime(token.revoked),
    state: stateOf(token, now),
    endsSoon: endsSoon(token),
    /** Whether its client has a token that is valid longer. */
    replaced: endsSoon(token) && safeClients.has(token.client),
  }));
}

function byEnd(one: StoredToken, other: StoredToken): number {
  return Number(one.expires) - Number(other.expires);
}

function byClient(one: StoredToken, other: StoredToken): number {
  return one.client.localeCompare(other.client, 'en') || one.created - other.created;
}

export type TokenRow = ReturnType<typeof rowsOf>[number];

export function tokenLines(rows: readonly TokenRow[]): string {
  const header = ['ID', 'CLIENT', 'LAST FOUR', 'CREATED', 'EXPIRES', 'STATE'];
  const lines = [header];
  for (const row of rows) {
    const { id, client, lastFour, created, expires } = row;
    const expiry = expires === null ? 'never' : minute(expires);
    // The whole name, also if it looks like a token: two clients must not look like one.
    const names = [printable(client), redacted(lastFour)];
    lines.push([id, ...names, minute(created), expiry, shownState(row)]);
  }
  const widths = header.map((_, column) =>
    Math.max(...lines.map((line) => `${line[column]}`.length)),
  );
  const padded = (cell: string, column: number) => cell.padEnd(widths[column] ?? 0);
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n');
}

function shownState({ state, endsSoon, replaced }: TokenRow): string {
  if (!endsSoon) return state;
  return replaced ? 'ends soon, replaced' : 'ends soon';
}

/** A time for people, in UTC and to the minute. */
export function moment(seconds: number): string {
  return minute(isoTime(seconds));
}

/** An item that was written by hand can have a time that is none. */
function isoTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString();
}

function minute(isoTime: string): string {
  return isoTime.replace('T', ' ').replace(/:[\d.]+Z/, 'Z');
}
