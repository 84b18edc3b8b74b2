import { callsIn, lateBy, lateByItsOwn, minuteOf, minutesToPage } from './calls.ts';
import { type Fault, healthy } from './faults.ts';
import type { Service } from './service.ts';

/** Where AWS does not say how late a metric comes, these are tried. The bounds hold for the first two. */
export const readings = {
  '1 minute late': lateBy(1),
  '2 minutes late': lateBy(2),
  'each 1 to 4 minutes late': lateByItsOwn,
  '4 minutes late': lateBy(4),
};

/** From the shortest delay to the longest, by reading. */
export function delaysOf(
  service: Service,
  { fault, severity, perSecond }: { fault: Fault; severity: number; perSecond: number },
  { runs, longest = perSecond >= 1 ? 60 : 360 }: { runs: number; longest?: number },
): Record<keyof typeof readings, readonly number[]> {
  const trials = Array.from({ length: runs }, (_, seed) =>
    minutesToPage(service, { fault, severity, perSecond }, Object.values(readings), {
      seed,
      longest,
    }),
  );
  const byReading = Object.keys(readings).map((name, index) => [
    name,
    trials.map((delays) => Number(delays[index])).toSorted((one, other) => one - other),
  ]);
  return Object.fromEntries(byReading);
}

/** The value that so large a part of the sorted values does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  return values[Math.ceil(part * values.length) - 1] ?? Number.POSITIVE_INFINITY;
}

/** Pages for a fault that stays, each day. */
export function pagesADay(
  service: Service,
  trial: { fault: Fault; severity: number; perSecond: number },
  { days, seed }: { days: number; seed: number },
): number {
  const at = (minute: number) => minuteOf(trial, 30, minute);
  const calls = callsIn(service, lateByItsOwn, { seed, minutes: days * 24 * 60, at }, 'page');
  return calls.length / days;
}

/** The share of outages of so many seconds that page, at any second of a minute. */
export function pagedBlips(
  service: Service,
  { fault, perSecond, seconds }: { fault: Fault; perSecond: number; seconds: number },
  runs: number,
): number {
  const paged = Array.from({ length: runs }, (_, seed) => {
    const trial = { fault, severity: 1, perSecond, lasts: seconds / 60 };
    const at = (minute: number) => minuteOf(trial, 30 + seed / runs, minute);
    return callsIn(service, lateBy(2), { seed, minutes: 90, at }, 'page').length > 0;
  });
  return paged.filter(Boolean).length / runs;
}

/** Calls in days in which one request in a thousand fails. */
export function healthyCalls(
  service: Service,
  { perSecond, days, seed }: { perSecond: number; days: number; seed: number },
  reading = lateByItsOwn,
) {
  const at = () => ({ perSecond, shares: healthy(perSecond) });
  return callsIn(service, reading, { seed, minutes: days * 24 * 60, at });
}
