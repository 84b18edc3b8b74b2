import type { Row } from './log-query.ts';

/** What a query asks to know when its lines were written. */
export const timesOfLines = 'min(@timestamp) as first, max(@timestamp) as last';

/** `From 07:09 to 07:38 UTC`: whether a fault goes on, or is over. */
export function period(rows: readonly Row[]): string {
  const firsts = rows.flatMap(({ first }) => timeIn(first) ?? []);
  const lasts = rows.flatMap(({ last }) => timeIn(last) ?? []);
  if (firsts.length === 0 || lasts.length === 0) return 'In the last hour';
  return `From ${clock(Math.min(...firsts))} to ${clock(Math.max(...lasts))} UTC`;
}

/** Logs Insights gives a time in milliseconds, or as a text in UTC. Undefined without a time. */
export function timeIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Number.isNaN(Number(text)) ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number(text);
  return Number.isNaN(time) ? undefined : time;
}

function clock(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}
