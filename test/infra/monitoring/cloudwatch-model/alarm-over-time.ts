import { type Alarm, isBad, type Missing, type Values } from './metric-math.ts';

// What CloudWatch does with an alarm while minutes pass and metrics come late, by its documents: nobody asked AWS.

/** What is counted in a minute. */
export type Course = (minute: number) => Values;

/** How many minutes later CloudWatch has a metric. */
type Lateness = Readonly<Record<string, number>>;

interface AlarmOverTime extends Alarm {
  readonly DatapointsToAlarm: number;
  readonly EvaluationPeriods: number;
}

/**
 * The first of these minutes after which an alarm with periods of a minute is on, or undefined if there is none. Minutes
 * before 0 count, too: the course has them.
 */
export function firstMinuteOn(
  alarm: AlarmOverTime,
  course: Course,
  missing: Missing,
  late: Lateness,
  length = 240,
): number | undefined {
  const { DatapointsToAlarm, EvaluationPeriods } = alarm;
  const latest = Math.max(0, ...Object.values(late));
  const verdicts = new Map<string, boolean>();
  /** So many minutes after a minute. It is the same for ever after the latest of its metrics. */
  const isBadAfter = (wait: number, minute: number) => {
    const known = Math.min(wait, latest);
    const key = `${minute} ${known}`;
    const verdict = verdicts.get(key) ?? isBad(alarm, seen(course(minute), late, known), missing);
    verdicts.set(key, verdict);
    return verdict;
  };
  const minutes = Array.from({ length }, (_, minute) => minute);
  return minutes.find((now) => {
    const waits = Array.from({ length: EvaluationPeriods }, (_, wait) => wait);
    const bad = waits.filter((wait) => isBadAfter(wait, now - wait));
    return bad.length >= DatapointsToAlarm;
  });
}

/** Those that CloudWatch has after so many minutes. */
function seen(values: Values, late: Lateness, wait: number): Values {
  return Object.fromEntries(Object.entries(values).filter(([id]) => (late[id] ?? 0) <= wait));
}
