import type { Verdict } from './verdict.ts';

/** What the exit code of a look says. The program itself ends with 1 or 2 if it fails. */
export const exitCodes = {
  well: 0,
  wrong: 1,
  /** Nothing that was asked is wrong, but not everything could be asked. */
  notAllAsked: 3,
} as const;

export function exitCodeOfLook({ findings, unasked }: Verdict): number {
  if (findings.length > 0) return exitCodes.wrong;
  return unasked.size > 0 ? exitCodes.notAllAsked : exitCodes.well;
}
