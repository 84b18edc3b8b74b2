import { UsageError } from '../../problem.ts';

/** Seconds from now, or for ever. */
export type Lifetime = number | 'never';

export const usualLifetime = 90 * 86_400;

/** `--expires`, where it is given. */
export function lifetimeOf(expires: string | undefined): Lifetime | undefined {
  if (expires === undefined || expires === 'never') return expires;
  const seconds = secondsOf(expires, '--expires', ', or never');
  if (seconds === 0) throw new UsageError('A token that expires at once is of no use.');
  return seconds;
}

/** `--overlap` in seconds. */
export function overlapOf(overlap: string): number {
  return secondsOf(overlap, '--overlap');
}

const secondsIn: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
};
// More is a slip of the hand, and far more is a date that JavaScript cannot print.
const century = 36_525 * 86_400;

function secondsOf(text: string, option: string, alternative = ''): number {
  const [, amount, unit] = /^(\d{1,10})([smhdw])$/.exec(text) ?? [];
  const seconds = Number(amount) * (secondsIn[unit ?? ''] ?? Number.NaN);
  if (seconds <= century) return seconds;
  throw new UsageError(
    `${option} ${text} is no duration: write a number and one of s, m, h, d, w, up to a century, as in 90d${alternative}.`,
  );
}
