import { UsageError } from '../usage-error.ts';

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;

/** A time in UTC that the user gave, or undefined. Only with a Z: nobody should have to guess a zone. */
export function timeIn(text: string): Date | undefined {
  const time = form.test(text) ? new Date(text) : undefined;
  // JavaScript takes 30 February for 2 March.
  return time?.getTime() && time.toISOString().startsWith(text.slice(0, 16)) ? time : undefined;
}

/** The time that an option has, with its milliseconds. */
export function readTime(option: string, text: string): string {
  const time = timeIn(text);
  if (time) return time.toISOString();
  throw new UsageError(
    `--${option} ${text} is no time in UTC: write it like 2026-11-20T12:00Z, with the Z.`,
  );
}
