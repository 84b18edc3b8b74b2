import { type Alarms, alarmNamed, readings } from './cloudwatch.ts';
import { type Fault, healthy } from './faults.ts';
import { type Random, seeded } from './random.ts';
import { type Timeline, timeline } from './timeline.ts';
import { addMinute, type Shares } from './traffic.ts';

export const pages = ['Unavailable', 'UnexpectedFailure', 'SlowAnswers'];
export const tickets = ['BudgetBurn', 'NearThrottle', 'RefusedTokens'];

export interface Trial {
  readonly fault: Fault;
  /** Of the calls that it concerns, the share that fails. */
  readonly severity: number;
  readonly perSecond: number;
  readonly longestMinutes: number;
  readonly seed: number;
}

// As long as the longest window of a page and more.
const healthyMinutes = 60;

/** Minutes from the beginning of a fault to the page, by each reading; Infinity where nobody is called. */
export function minutesToPage(alarms: Alarms, trial: Trial): number[] {
  const { perSecond, longestMinutes, seed } = trial;
  const random = seeded(seed);
  const areOn = pages.map((name) => alarmNamed(alarms, name));
  const data = timeline();
  for (let minute = 0; minute < healthyMinutes; minute += 1) {
    addMinute(data, random, perSecond, healthy(perSecond));
  }
  // The fault begins within a minute, and CloudWatch looks once a minute, at a second of its own.
  const begin = healthyMinutes + random();
  const phase = random();
  const delays = readings.map(() => Number.POSITIVE_INFINITY);
  for (let end = healthyMinutes + 1; end <= healthyMinutes + longestMinutes; end += 1) {
    addMinute(data, random, perSecond, faultyMinute(trial, begin, end));
    readings.forEach((reading, index) => {
      if (Number.isFinite(delays[index])) return;
      if (areOn.some((isOn) => isOn(data, end, reading))) delays[index] = end + phase - begin;
    });
    if (delays.every(Number.isFinite)) break;
  }
  return delays;
}

function faultyMinute({ fault, severity, perSecond }: Trial, begin: number, end: number): Shares {
  const part = Math.min(1, end - begin);
  const seconds = 60 * (end - begin - part / 2);
  const shares = Object.entries(fault.shares({ seconds, perSecond, severity }));
  return Object.fromEntries(shares.map(([outcome, share]) => [outcome, share * part]));
}

/** How often these alarms went on, in the reading with the most calls. */
export function callsIn(alarms: Alarms, names: readonly string[], data: Timeline): number {
  const areOn = names.map((name) => alarmNamed(alarms, name));
  const calls = readings.map((reading) => {
    let begun = 0;
    for (const isOn of areOn) {
      let was = false;
      for (let end = 1; end <= data.length(); end += 1) {
        const is = isOn(data, end, reading);
        if (is && !was) begun += 1;
        was = is;
      }
    }
    return begun;
  });
  return Math.max(...calls);
}

/** So many minutes of traffic, each as it is asked for. */
export function minutesOf(
  minutes: number,
  seed: number,
  add: (data: Timeline, random: Random, minute: number) => void,
): Timeline {
  const [data, random] = [timeline(), seeded(seed)];
  for (let minute = 0; minute < minutes; minute += 1) add(data, random, minute);
  return data;
}
