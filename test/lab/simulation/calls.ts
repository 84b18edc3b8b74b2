import { type Fault, healthy, healthyProbe } from './faults.ts';
import { type Random, seeded } from './random.ts';
import type { Service } from './service.ts';
import { type Minute, type Shares, trafficOf } from './traffic.ts';
import { type Call, type Lateness, watch } from './watch.ts';

/** How late metrics are: nobody promises it. Each reading gives the lateness of each source. */
export type Reading = (random: Random) => Lateness;

/** All of them late by the same number of minutes. */
export function lateBy(minutes: number): Reading {
  return () => () => minutes;
}

/** Each of them late by its own one to four minutes. */
export function lateByItsOwn(random: Random): Lateness {
  const minutes = new Map<string, number>();
  return (source) => {
    const known = minutes.get(source) ?? 1 + Math.floor(4 * random());
    minutes.set(source, known);
    return known;
  };
}

/** What is counted as a failure comes three minutes before that with which it is compared. */
export function failuresFirst(): Lateness {
  return (source) => (/Failed|Unexpected|StoreUnavailable|Errors|5xx/.test(source) ? 1 : 4);
}

export interface Trial {
  readonly fault: Fault;
  /** The share of the calls concerned that fail. */
  readonly severity: number;
  readonly perSecond: number;
  /** When the fault ends, in minutes; without it, it stays. */
  readonly lasts?: number;
}

/** The traffic of a minute of a trial. The fault begins at this time, also within a minute. */
export function minuteOf(trial: Trial, begin: number, minute: number): Minute {
  const { fault, severity, perSecond, lasts = Number.POSITIVE_INFINITY } = trial;
  const usual = healthy(perSecond);
  const probeFails = runFails(trial, begin, minute);
  const from = Math.max(begin, minute);
  const part = Math.min(begin + lasts, minute + 1) - from;
  if (part <= 0) return { perSecond, shares: usual, probeFails };
  const seconds = 60 * (from + part / 2 - begin);
  const faulty = Object.entries(fault.shares({ seconds, perSecond, severity }));
  const shares: Record<string, number> = {};
  if (part < 1)
    for (const [outcome, share] of Object.entries(usual)) shares[outcome] = share * (1 - part);
  for (const [outcome, share] of faulty) shares[outcome] = (shares[outcome] ?? 0) + share * part;
  const accessLogIsOff = fault.accessLogIsOff ?? false;
  return { perSecond, shares: shares as Shares, accessLogIsOff, probeFails };
}

/** The probe runs at a second of its own of each minute. It fails if both of its tries get a wrong answer. */
function runFails({ fault, severity, lasts = Infinity }: Trial, begin: number, minute: number) {
  const since = minute + ((begin * 997) % 1) - begin;
  if (since < 0 || since >= lasts) return healthyProbe;
  const wrong = fault.probe === undefined ? severity : fault.probe(severity);
  return wrong === undefined ? undefined : wrong ** 2;
}

const healthyMinutes = 10;

/** Minutes from the beginning of a fault to the first page, by each reading; Infinity if there is none. */
export function minutesToPage(
  { alarms, metrics }: Service,
  trial: Trial,
  readings: readonly Reading[],
  { seed, longest }: { readonly seed: number; readonly longest: number },
): number[] {
  const random = seeded(seed);
  const traffic = trafficOf(metrics, random);
  const watches = readings.map((late) =>
    watch(alarms, traffic, late(random), ({ calls }) => calls === 'page'),
  );
  // CloudWatch looks once a minute, at a second of its own.
  const [begin, phase] = [healthyMinutes + random(), random()];
  const delays = readings.map(() => Number.POSITIVE_INFINITY);
  for (let end = 1; end <= healthyMinutes + longest; end += 1) {
    traffic.add(minuteOf(trial, begin, end - 1));
    watches.forEach(({ look }, index) => {
      if (look(end).length > 0 && delays[index] === Number.POSITIVE_INFINITY)
        delays[index] = end + phase - begin;
    });
    if (delays.every(Number.isFinite)) break;
  }
  return delays;
}

/** All calls in so many minutes of traffic, with the minute of each. */
export function callsIn(
  { alarms, metrics }: Service,
  reading: Reading,
  {
    seed,
    minutes,
    at,
  }: { seed: number; minutes: number; at: (minute: number, random: Random) => Minute },
  kind?: Call['to'],
): (Call & { readonly minute: number })[] {
  const random = seeded(seed);
  const traffic = trafficOf(metrics, random);
  const { look } = watch(alarms, traffic, reading(random), ({ calls }) =>
    kind === undefined ? calls !== undefined : calls === kind,
  );
  const calls: (Call & { readonly minute: number })[] = [];
  for (let end = 1; end <= minutes; end += 1) {
    traffic.add(at(end - 1, random));
    // The service has run for a while before it is watched.
    if (end > healthyMinutes) for (const call of look(end)) calls.push({ ...call, minute: end });
  }
  return calls;
}
