const secondsIn: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
};
// Beyond a century a date stops being one that anybody meant, and at last one that can be printed.
const longest = 36_525 * 86_400;

/** `90d` as seconds, or undefined where a text is no duration. */
export function durationOf(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,10})([smhdw])$/.exec(text) ?? [];
  const seconds = Number(amount) * (secondsIn[unit ?? ''] ?? Number.NaN);
  return seconds <= longest ? seconds : undefined;
}
