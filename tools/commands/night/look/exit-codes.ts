import type { Verdict } from './verdict.ts';

/** What the exit code of a look says. */
export const exitCodes = {
  well: 0,
  wrong: 1,
  /** The look itself failed, so nothing is known about the stage. */
  failed: 2,
  /** Nothing that was asked is wrong, but not everything could be asked. */
  notAllAsked: 3,
} as const;

export function exitCodeOfLook({ findings, unanswered }: Verdict): number {
  if (findings.length > 0) return exitCodes.wrong;
  return unanswered.size > 0 ? exitCodes.notAllAsked : exitCodes.well;
}
