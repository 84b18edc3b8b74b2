/** A time for people: `2026-11-28 03:00 UTC`. */
export function utc(time: Date | undefined): string {
  return time === undefined || Number.isNaN(time.getTime())
    ? 'an unknown time'
    : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
