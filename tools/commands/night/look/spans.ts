export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** `3 min`, `5 h` or `21 days`. */
export function spanBetween(from: Date, to: Date): string {
  return spanOf(Math.max(0, to.getTime() - from.getTime()));
}

export function spanOf(milliseconds: number): string {
  if (milliseconds < 2 * hour) return `${Math.round(milliseconds / minute)} min`;
  if (milliseconds < 2 * day) return `${Math.round(milliseconds / hour)} h`;
  return `${Math.round(milliseconds / day)} days`;
}

export function isOlder(date: Date | undefined, milliseconds: number, now: Date): boolean {
  return date !== undefined && now.getTime() - date.getTime() > milliseconds;
}
