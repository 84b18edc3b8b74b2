import type { Row } from './log-query.ts';

/** What a query asks to know when its lines were written. */
export const timesOfLines = 'min(@timestamp) as first, max(@timestamp) as last';

/** `From 07:09 to 07:38 UTC`: whether a fault goes on, or is over. */
export function period(rows: readonly Row[]): string {
  const firsts = rows.flatMap(({ first }) => timeOf(first));
  const lasts = rows.flatMap(({ last }) => timeOf(last));
  if (firsts.length === 0 || lasts.length === 0) return 'In the last hour';
  return `From ${clock(Math.min(...firsts))} to ${clock(Math.max(...lasts))} UTC`;
}

/** Logs Insights gives a time in milliseconds, or as a text in UTC. Empty without a time. */
export function timeOf(text: string | undefined): number[] {
  if (text === undefined) return [];
  const time = Number.isNaN(Number(text)) ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number(text);
  return Number.isNaN(time) ? [] : [time];
}

function clock(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}
