import { meaningsOfMissing } from '../../infra/monitoring/metric-expression.ts';
import type { Template } from '../../synthesized.ts';
import { type Alarm, type Alarms, alarmsOf } from './alarms.ts';
import { healthy, minuteOf, type Trial } from './faults.ts';
import { type Metrics, metricsOf } from './metrics.ts';
import { type Random, seeded } from './random.ts';
import { type Minute, type Traffic, trafficOf } from './traffic.ts';
import { type Call, type Lateness, type Unpromised, type Watch, watch } from './watch.ts';

/** The alarms of a template and the metrics that they watch. */
export interface Service {
  readonly alarms: Alarms;
  readonly metrics: Metrics;
}

export function serviceOf(template: Template): Service {
  return { alarms: alarmsOf(template), metrics: metricsOf(template) };
}

/** How late each source of a metric is in a run. */
type Delay = (random: Random) => Lateness;

/** Nobody promises how late metrics are, and what a missing value means. Each reading is one possible answer. */
type Reading = (random: Random) => Unpromised;

/** All of them late by the same number of minutes. */
function lateBy(minutes: number): Delay {
  return () => () => minutes;
}

/** Each of them late by its own one to four minutes. */
function lateByItsOwn(random: Random): Lateness {
  const minutes = new Map<string, number>();
  return (source) => {
    const known = minutes.get(source) ?? 1 + Math.floor(4 * random());
    minutes.set(source, known);
    return known;
  };
}

export const isCountOfFailures = /Failed|Unexpected|StoreUnavailable|Errors|5xx|ProbeFailures/;

/** What is counted as a failure comes three minutes before that with which it is compared. */
function failuresFirst(): Lateness {
  return (source) => (isCountOfFailures.test(source) ? 1 : 4);
}

export type Readings = Readonly<Record<string, Reading>>;

/** With each meaning of a missing value, by `NAME, MEANING`. */
function readingsOf<Name extends string>(delays: Readonly<Record<Name, Delay>>) {
  const all = Object.entries<Delay>(delays).flatMap(([name, delay]) =>
    meaningsOfMissing.map((missing): [string, Reading] => [
      `${name}, ${missing}`,
      (random) => ({ late: delay(random), missing }),
    ]),
  );
  return Object.fromEntries(all) as Record<ReadingName<Name>, Reading>;
}

type ReadingName<Name extends string> = `${Name}, ${(typeof meaningsOfMissing)[number]}`;

const twoMinutesLate = readingsOf({ '2 minutes late': lateBy(2) });
const eachByItsOwn = readingsOf({ 'each 1 to 4 minutes late': lateByItsOwn });

/** Of these, one metric of an alarm is there minutes before another one. */
export const unevenReadings = {
  ...eachByItsOwn,
  ...readingsOf({ 'failures first': failuresFirst }),
};

export const readings = {
  ...twoMinutesLate,
  ...readingsOf({ '4 minutes late': lateBy(4) }),
  ...unevenReadings,
};

interface Run {
  readonly seed: number;
  readonly minutes: number;
  readonly readings: Readings;
  readonly isWatched?: (alarm: Alarm) => boolean;
  readonly at: (minute: number, random: Random) => Minute;
}

/** Looks at so many minutes of traffic, one by one, with each reading, until `each` returns true. */
export function simulate(
  { alarms, metrics }: Service,
  { seed, minutes, readings, isWatched, at }: Run,
  each: (end: number, looks: readonly Look[], traffic: Traffic) => unknown,
): void {
  const random = seeded(seed);
  const traffic = trafficOf(metrics, random, minutes);
  const watches = Object.values(readings).map((reading) =>
    // The same delays with each meaning of a missing value.
    watch(alarms, traffic, reading(seeded(~seed)), isWatched),
  );
  for (let end = 1; end <= minutes; end += 1) {
    traffic.add(at(end - 1, random));
    const looks = watches.map(({ look, isOn }) => ({ calls: look(end), isOn }));
    if (each(end, looks, traffic) === true) return;
  }
}

interface Look extends Pick<Watch, 'isOn'> {
  readonly calls: readonly Call[];
}

export interface CallAt extends Call {
  readonly minute: number;
  readonly reading: string;
}

/** All calls in so many minutes of traffic, by each reading. */
export function callsIn(
  service: Service,
  run: Omit<Run, 'isWatched'>,
  kind?: Call['to'],
): CallAt[] {
  const isWatched = ({ calls }: Alarm) => (kind ? calls === kind : calls !== undefined);
  const names = Object.keys(run.readings);
  const all: CallAt[] = [];
  simulate(service, { ...run, isWatched }, (minute, looks) => {
    looks.forEach(({ calls }, index) => {
      for (const call of calls) all.push({ ...call, minute, reading: String(names[index]) });
    });
  });
  return all;
}

/** Before a fault: the alarm on the probe warms up. */
const minutesBefore = 20;

/** Minutes from the beginning of a fault to the first page, by each reading; Infinity if there is none. */
function minutesToPage(service: Service, trial: Trial, seed: number, longest: number): number[] {
  const random = seeded(seed);
  // CloudWatch looks once a minute, at a second of its own.
  const [begin, phase] = [minutesBefore + random(), random()];
  const delays = Object.keys(readings).map(() => Number.POSITIVE_INFINITY);
  const run = {
    seed,
    minutes: minutesBefore + longest,
    readings,
    isWatched: ({ calls }: Alarm) => calls === 'page',
    at: (minute: number) => minuteOf(trial, begin, minute),
  };
  simulate(service, run, (end, looks) => {
    looks.forEach(({ calls }, index) => {
      if (calls.length > 0 && end > begin)
        delays[index] = Math.min(Number(delays[index]), end + phase - begin);
    });
    return delays.every(Number.isFinite);
  });
  return delays;
}

/** From the shortest delay to the longest, by reading. */
export function delaysOf(
  service: Service,
  trial: Trial,
  { runs, longest = trial.perSecond >= 1 ? 60 : 360 }: { runs: number; longest?: number },
): Record<keyof typeof readings, readonly number[]> {
  const trials = Array.from({ length: runs }, (_, seed) =>
    minutesToPage(service, trial, seed, longest),
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

/** The most pages for a fault that stays, each day. */
export function pagesADay(service: Service, trial: Trial, days: number, seed: number): number {
  const at = (minute: number) => minuteOf(trial, 30, minute);
  const run = { readings: eachByItsOwn, seed, minutes: days * 24 * 60, at };
  const byReading = Map.groupBy(callsIn(service, run, 'page'), ({ reading }) => reading);
  return Math.max(0, ...[...byReading.values()].map(({ length }) => length / days));
}

/** The share of outages of so many seconds that page, at any second of a minute. */
export function pagedBlips(service: Service, trial: Trial, runs: number): number {
  const paged = Array.from({ length: runs }, (_, seed) => {
    // A run of the probe that fails by chance would be a second fault.
    const at = (minute: number) => minuteOf(trial, 30 + seed / runs, minute, 0);
    return callsIn(service, { readings: twoMinutesLate, seed, minutes: 90, at }, 'page').length > 0;
  });
  return paged.filter(Boolean).length / runs;
}

/** Calls in days in which one request in a thousand fails. */
export function healthyCalls(
  service: Service,
  { perSecond, days, seed }: { perSecond: number; days: number; seed: number },
): CallAt[] {
  const at = () => ({ perSecond, shares: healthy(perSecond) });
  return callsIn(service, { readings: unevenReadings, seed, minutes: days * 24 * 60, at });
}
