import type { Alarm, Alarms, CompositeAlarm, MetricAlarm } from './alarms.ts';
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
export const firstMinutes = 10;

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
    const isOn = onceFor(
      'rule' in alarm
        ? (end) => alarm.rule((child) => stateOf(child)(end))
        : metricState(alarm, traffic, late),
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
    if (end < firstMinutes) hasCalled = true;
    if (!is || hasCalled || alarm.calls === undefined) return undefined;
    // The extension begins when the suppressor turns off, which is a minute later at the earliest.
    if (isSuppressed(end)) quietUntil = end + 1 + (suppressor?.extension ?? 0);
    if (end < quietUntil) return undefined;
    hasCalled = true;
    return { alarm: alarm.name, to: alarm.calls };
  };
}

const [missing, fine, bad] = [1, 2, 3];

function metricState(alarm: MetricAlarm, traffic: Traffic, late: Lateness): IsOn {
  const { period, of, needed, missingIsBreaching, isBreaching, formula } = alarm;
  const readers = alarm.metrics.map((metric) => readerOf(metric, traffic, late));
  const latest = Math.max(...readers.map(({ latest }) => latest));
  const values = readers.map((): number | undefined => undefined);
  /** The points that later values cannot change, by the minute in which their period begins. */
  const settled = new Uint8Array(traffic.minutes);
  const pointAt = (from: number, end: number): number => {
    readers.forEach(({ read }, index) => {
      values[index] = read(from, from + period, end);
    });
    const value = formula(values);
    const point = value === undefined ? missing : isBreaching(value) ? bad : fine;
    if (from >= 0 && from + period + latest <= end) settled[from] = point;
    return point;
  };
  // An alarm that looks back more than a day is evaluated once an hour.
  const every = period * of > 24 * 60 ? 60 : 1;
  let was = false;
  return (end) => {
    if (end % every !== 0) return was;
    // Before the first minute, there are no values.
    const oldest = Math.max(1 - period, end - period * (of + spare));
    let seen = 0;
    let found = 0;
    for (let from = end - period; from >= oldest && seen < of; from -= period) {
      const point = (from < 0 ? 0 : settled[from]) || pointAt(from, end);
      if (point !== missing) seen += 1;
      if (point === bad) found += 1;
    }
    was = found + (missingIsBreaching ? of - seen : 0) >= needed;
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
