import { fullOrShort } from '../../full-or-short.ts';

/** The former name of `fullOrShort`. */
export function often(times: { full: number; short: number }): number {
  return fullOrShort(times);
}
