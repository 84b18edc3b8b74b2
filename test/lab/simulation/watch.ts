import type { Missing } from '../../infra/monitoring/metric-expression.ts';
import type { Alarm, Alarms, CompositeAlarm, MetricAlarm } from './alarms.ts';
import type { Source } from './metrics.ts';
import type { Traffic } from './traffic.ts';

/** How many minutes late a source's values are. */
export type Lateness = (source: string) => number;

/** What is not promised: how late metrics come, and what a missing value means. */
export interface Unpromised {
  readonly late: Lateness;
  readonly missing: Missing;
}

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

/** CloudWatch fetches some more points than it needs, for the case that some are missing. */
const spare = 2;

type IsOn = (end: number) => boolean;

/** Evaluates the alarms that are wanted: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html */
export function watch(
  alarms: Alarms,
  traffic: Traffic,
  unpromised: Unpromised,
  isWanted: (alarm: Alarm) => boolean = () => true,
): Watch {
  const states = new Map<string, IsOn>();
  const stateOf = (id: string): IsOn => {
    const known = states.get(id);
    if (known !== undefined) return known;
    const alarm = alarms.get(id);
    if (alarm === undefined) throw new Error(`There is no alarm ${id}`);
    const isOn = onceFor(
      'rule' in alarm
        ? (end) => alarm.rule((child) => stateOf(child)(end))
        : metricState(alarm, traffic, unpromised),
    );
    states.set(id, isOn);
    return isOn;
  };
  const wanted = [...alarms].filter(([, alarm]) => isWanted(alarm));
  const watched = new Map(wanted.map(([id, { name }]) => [name, stateOf(id)]));
  const callers = wanted.map(([id, alarm]) => caller(alarm, stateOf(id), stateOf));
  let now = 0;
  return {
    look(end) {
      now = end;
      return callers.flatMap((call) => call(end) ?? []);
    },
    isOn(name) {
      const isOn = watched.get(name);
      if (isOn === undefined) throw new Error(`Not watched: ${name}`);
      return isOn(now);
    },
  };
}

function onceFor(isOn: IsOn): IsOn {
  let [last, is] = [-1, false];
  return (end) => {
    if (last !== end) [last, is] = [end, isOn(end)];
    return is;
  };
}

/** An alarm calls when it turns on. A suppressor delays that, and can prevent it. */
function caller(alarm: Alarm, isOn: IsOn, stateOf: (id: string) => IsOn) {
  const { suppressor } = alarm as CompositeAlarm;
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
    if (!is || hasCalled || alarm.calls === undefined) return undefined;
    // The extension begins when the suppressor turns off, which is a minute later at the earliest.
    if (isSuppressed(end)) quietUntil = end + 1 + (suppressor?.extension ?? 0);
    if (end < quietUntil) return undefined;
    hasCalled = true;
    return { alarm: alarm.name, to: alarm.calls };
  };
}

const [none, fine, bad] = [0, 1, 2];

function metricState(alarm: MetricAlarm, traffic: Traffic, { late, missing }: Unpromised): IsOn {
  const { period, of, needed, missingIsBreaching, isBreaching, warmUp } = alarm;
  const formula = alarm.formulas[missing];
  const readers = alarm.metrics.map((metric) => readerOf(metric, traffic, late));
  const latest = Math.max(...readers.map(({ latest }) => latest));
  const values = readers.map((): number | undefined => undefined);
  const pointAt = (from: number, end: number): number => {
    readers.forEach(({ read }, index) => {
      values[index] = read(from, from + period, end);
    });
    const value = formula(values);
    return value === undefined ? none : isBreaching(value) ? bad : fine;
  };
  // Points of a minute that later values cannot change, and running totals of them: there are many such periods.
  const settled = new Uint8Array(traffic.minutes);
  const seenBefore = new Uint32Array(traffic.minutes + 1);
  const badBefore = new Uint32Array(traffic.minutes + 1);
  let length = 0;
  const settle = (end: number) => {
    for (; period === 1 && length + 1 + latest <= end; length += 1) {
      const point = pointAt(length, end);
      settled[length] = point;
      seenBefore[length + 1] = Number(seenBefore[length]) + Number(point !== none);
      badBefore[length + 1] = Number(badBefore[length]) + Number(point === bad);
    }
  };
  // An alarm that looks back more than a day is evaluated once an hour.
  const every = period * of > 24 * 60 ? 60 : 1;
  let was = false;
  return (end) => {
    if (end % every !== 0) return was;
    settle(end);
    // Before the first minute, there are no values.
    const oldest = Math.max(1 - period, end - period * (of + spare));
    let seen = 0;
    let found = 0;
    const count = (point: number) => {
      if (point !== none) seen += 1;
      if (point === bad) found += 1;
    };
    const unsettled = period === 1 ? length : oldest;
    let from = end - period;
    for (; from >= Math.max(oldest, unsettled) && seen < of; from -= period)
      count(pointAt(from, end));
    if (from >= oldest && seen < of) {
      seen += Number(seenBefore[from + 1]) - Number(seenBefore[oldest]);
      found += Number(badBefore[from + 1]) - Number(badBefore[oldest]);
      // The oldest ones that are too many.
      for (let first = oldest; seen > of; first += 1) {
        if (settled[first] !== none) seen -= 1;
        if (settled[first] === bad) found -= 1;
      }
    }
    was = end > warmUp && found + (missingIsBreaching ? of - seen : 0) >= needed;
    return was;
  };
}

/** A statistic of a metric over some minutes, as far as its values are there; without a sample, none. */
function readerOf(
  { metric, stat }: MetricAlarm['metrics'][number],
  { metrics, total }: Traffic,
  late: Lateness,
) {
  const sources = metrics.sources.get(metric);
  if (sources === undefined) throw new Error(`Unknown metric ${metric}`);
  // The probe writes its own metric, which no pipeline delays.
  const delays = sources.map(({ name }) =>
    name.endsWith(' ProbeFailures') ? Math.min(1, late(name)) : late(name),
  );
  const read = (from: number, to: number, end: number): number | undefined => {
    const sum = (series: 'values' | 'samples' | 'inTime') => {
      let all = 0;
      sources.forEach((source: Source, index) => {
        all += total(source[series], from, Math.min(to, end - Number(delays[index])));
      });
      return all;
    };
    const samples = sum('samples');
    if (samples === 0) return undefined;
    if (stat === 'SampleCount') return samples;
    if (stat === 'Sum') return sum('values');
    // The only percentile rank here: of a hundred samples, how many are in time.
    return (100 * sum('inTime')) / samples;
  };
  return { read, latest: Math.max(...delays) };
}
