import type { Alarm, Alarms, CompositeAlarm, MetricAlarm, MetricStat } from './cloudwatch.ts';
import type { Source } from './metrics.ts';
import type { Traffic } from './traffic.ts';

/** How many minutes late a source's values are. */
export type Lateness = (source: string) => number;

export interface Call {
  readonly alarm: string;
  readonly to: 'page' | 'ticket';
}

/** CloudWatch, looking at the metrics once a minute. */
export interface Watch {
  /** Evaluates the alarms at the end of a minute, each minute in turn. Returns who is called. */
  readonly look: (end: number) => readonly Call[];
  readonly isOn: (name: string) => boolean;
}

/** An alarm that needs data is on in the first minutes of a service, before there is any. That is not simulated. */
const firstMinutes = 10;

/** CloudWatch fetches some more points than it needs, for the case that some are missing. */
const spare = 2;

type IsOn = (end: number) => boolean;

/** Evaluates the alarms that are wanted: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html */
export function watch(
  alarms: Alarms,
  traffic: Traffic,
  late: Lateness,
  isWanted: (alarm: Alarm) => boolean = () => true,
): Watch {
  const states = new Map<string, IsOn>();
  const stateOf = (id: string): IsOn => {
    const known = states.get(id);
    if (known !== undefined) return known;
    const alarm = alarms.get(id);
    if (alarm === undefined) throw new Error(`There is no alarm ${id}`);
    const isOn =
      'rule' in alarm
        ? (end: number) => alarm.rule((child) => stateOf(child)(end))
        : metricState(alarm, traffic, late);
    const state = onceFor(isOn);
    states.set(id, state);
    return state;
  };
  const wanted = [...alarms].filter(([, alarm]) => isWanted(alarm));
  const watched = wanted.map(([id, alarm]) => ({ alarm, isOn: stateOf(id) }));
  const callers = watched.map(({ alarm, isOn }) => caller(alarm, isOn, stateOf));
  let now = 0;
  return {
    look: (end) => {
      now = end;
      return callers.flatMap((call) => call(end) ?? []);
    },
    isOn: (name) => {
      const one = watched.find(({ alarm }) => alarm.name === name);
      if (one === undefined) throw new Error(`Not watched: ${name}`);
      return one.isOn(now);
    },
  };
}

function onceFor(isOn: IsOn): IsOn {
  let last = { end: -1, is: false };
  return (end) => {
    if (last.end !== end) last = { end, is: isOn(end) };
    return last.is;
  };
}

/** An alarm calls when it goes on. A suppressor delays that, and can prevent it. */
function caller(alarm: Alarm, isOn: IsOn, stateOf: (id: string) => IsOn) {
  const suppressor = (alarm as CompositeAlarm).suppressor;
  const isSuppressed = suppressor ? stateOf(suppressor.id) : () => false;
  let hasCalled = true;
  let was = false;
  let quietUntil = 0;
  return (end: number): Call | undefined => {
    const is = isOn(end);
    if (is && !was) {
      hasCalled = false;
      quietUntil = end + (suppressor?.wait ?? 0);
    }
    was = is;
    if (end < firstMinutes) hasCalled = true;
    if (!is || hasCalled || alarm.calls === undefined) return undefined;
    // The extension begins when the suppressor goes off, which is a minute later at the earliest.
    if (isSuppressed(end)) quietUntil = end + 1 + (suppressor?.extension ?? 0);
    if (end < quietUntil) return undefined;
    hasCalled = true;
    return { alarm: alarm.name, to: alarm.calls };
  };
}

function metricState(alarm: MetricAlarm, traffic: Traffic, late: Lateness): IsOn {
  const { period, of, needed, missingIsBreaching, isBreaching, formula } = alarm;
  const readers = alarm.metrics.map((metric) => readerOf(metric, traffic, late));
  const verdict = (from: number, end: number): boolean | undefined => {
    const value = formula(readers.map(({ read }) => read(from, from + period, end)));
    return value === undefined ? undefined : isBreaching(value);
  };
  // Running totals of the minutes that later values cannot change: those with a value, and the bad ones.
  const [seenBefore, badBefore] = [[0], [0]];
  const settles = Math.max(...readers.map(({ latest }) => latest));
  const settle = (end: number) => {
    for (let minute = seenBefore.length - 1; minute < end - settles; minute += 1) {
      const is = verdict(minute, end);
      seenBefore.push((seenBefore[minute] ?? 0) + (is === undefined ? 0 : 1));
      badBefore.push((badBefore[minute] ?? 0) + (is ? 1 : 0));
    }
  };
  // An alarm that looks back more than a day is evaluated once an hour.
  const every = period * of > 24 * 60 ? 60 : 1;
  let was = false;
  return (end) => {
    if (end % every !== 0) return was;
    if (period === 1) settle(end);
    const settled = period === 1 ? seenBefore.length - 1 : 0;
    const first = end - period * (of + spare);
    let seen = 0;
    let bad = 0;
    let from = end - period;
    for (; from >= (settled > 0 ? Math.max(settled, first) : first) && seen < of; from -= period) {
      const is = verdict(from, end);
      if (is !== undefined) seen += 1;
      if (is) bad += 1;
    }
    if (settled > 0) {
      const total = (counts: number[], at: number) =>
        counts[Math.max(0, Math.min(at, settled))] ?? 0;
      let oldest = first;
      while (total(seenBefore, settled) - total(seenBefore, oldest) > of - seen) oldest += 1;
      seen += total(seenBefore, settled) - total(seenBefore, oldest);
      bad += total(badBefore, settled) - total(badBefore, oldest);
    }
    was = bad + (missingIsBreaching ? of - seen : 0) >= needed;
    return was;
  };
}

/** A statistic of a metric over some minutes, as far as its values are there; without a sample, none. */
function readerOf({ metric, stat }: MetricStat, { metrics, data }: Traffic, late: Lateness) {
  const sources = metrics.sources.get(metric);
  if (sources === undefined) throw new Error(`Unknown metric ${metric}`);
  // The probe writes its own metric, which no pipeline delays.
  const delays = sources.map(({ name }) =>
    name.endsWith(' ProbeFailures') ? Math.min(1, late(name)) : late(name),
  );
  const read = (from: number, to: number, end: number): number | undefined => {
    const sum = (series: (source: Source) => number) =>
      sources.reduce(
        (total, source, index) =>
          total + data.total(series(source), from, Math.min(to, end - (delays[index] ?? 0))),
        0,
      );
    const samples = sum((source) => source.samples);
    if (samples === 0) return undefined;
    if (stat === 'SampleCount') return samples;
    if (stat === 'Sum') return sum((source) => source.values);
    // A percentile rank, as `PR(:2000)`: of a hundred samples, how many are in time.
    return (100 * sum((source) => source.inTime)) / samples;
  };
  return { read, latest: Math.max(...delays) };
}
