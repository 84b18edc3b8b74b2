import { meaningsOfMissing } from '../../infra/monitoring/metric-expression.ts';
import type { Template } from '../../synthesized.ts';
import { type Alarm, type Alarms, alarmsOf } from './alarms.ts';
import { minuteOf, type Trial } from './faults.ts';
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

/** With each meaning of a missing value. */
function readingsOf(name: string, delay: Delay): Readings {
  const all = meaningsOfMissing.map((missing): [string, Reading] => [
    `${name}, ${missing}`,
    (random) => ({ late: delay(random), missing }),
  ]);
  return Object.fromEntries(all);
}

export const twoMinutesLate = readingsOf('2 minutes late', () => () => 2);
export const eachByItsOwn = readingsOf('each 1 to 4 minutes late', lateByItsOwn);

/** Of these, one metric of an alarm is there minutes before another one. */
export const unevenReadings = { ...eachByItsOwn, ...readingsOf('failures first', failuresFirst) };

export const readings = {
  ...twoMinutesLate,
  ...readingsOf('4 minutes late', () => () => 4),
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

interface CallAt extends Call {
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
): Record<string, readonly number[]> {
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
