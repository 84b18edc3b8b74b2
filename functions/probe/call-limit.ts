/** For a call of AWS with all its attempts: one that hangs must not take the time for the report. */
export function callLimit() {
  return { abortSignal: AbortSignal.timeout(3_000) };
}
