import { createHash } from 'node:crypto';
import type { Template } from '../../synthesized.ts';
import { pages, tickets } from './calls.ts';
import { type Alarms, alarmNamed, type Reading } from './cloudwatch.ts';
import { healthy } from './faults.ts';
import { poisson, type Random, seeded } from './random.ts';
import { rolloutOf } from './releases.ts';
import { type Timeline, timeline } from './timeline.ts';
import { addMinute, type Shares } from './traffic.ts';

/** Two hours at 20 requests a second: the store fails, and later a release does. */
const minutes = 120;
const perSecond = 20;
const outage = { from: 20, to: 30 };
const release = { from: 75, failing: 0.3 };
const reading: Reading = { minutesLate: 1, fillsEmpty: true };

export interface Incident {
  readonly minutes: number;
  readonly data: Timeline;
  /** What is no count: a percentile or an average of milliseconds, by metric, statistic and minute. */
  readonly milliseconds: (metric: string, statistic: string, minute: number) => number | undefined;
  readonly phases: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly states: readonly State[];
}

/** When an alarm was on, in minutes: the first on, the first off again. */
interface State {
  readonly alarm: string;
  readonly from: number;
  readonly to: number;
}

/** What a picture of it shows, in short: a test compares it with the one that is drawn. */
export function digestOf(widgets: unknown, { phases, states }: Incident): string {
  return createHash('sha256')
    .update(JSON.stringify([widgets, phases, states]))
    .digest('hex');
}

export function incidentOf(template: Template, alarms: Alarms): Incident {
  const random = seeded(7);
  const data = timeline();
  const { shareAt, faults } = rolloutOf(template, 'CreatePlant');
  let takenBack = minutes;
  for (let minute = 0; minute < minutes; minute += 1) {
    addMinute(data, random, perSecond, sharesAt(minute, takenBack, shareAt));
    const isTaken = faults.some((name) => alarmNamed(alarms, name)(data, minute + 1, reading));
    if (minute > release.from && takenBack === minutes && isTaken) takenBack = minute + 1;
  }
  return {
    minutes,
    data,
    milliseconds: (metric, statistic, minute) =>
      typicalMilliseconds(
        metric,
        statistic,
        isOut(minute),
        seeded(seedOf(`${metric} ${statistic} ${minute}`)),
      ),
    phases: [
      { name: 'the store fails', ...outage },
      { name: 'a bad release', from: release.from, to: takenBack },
    ],
    states: [...pages, ...tickets, ...faults].flatMap((alarm) =>
      whenOn(alarm, (end) => alarmNamed(alarms, alarm)(data, end, reading)),
    ),
  };
}

function isOut(minute: number): boolean {
  return minute >= outage.from && minute < outage.to;
}

function sharesAt(minute: number, takenBack: number, shareAt: (minute: number) => number): Shares {
  const usual = { ...healthy(perSecond), mistaken: 0.01 };
  if (isOut(minute)) return { mistaken: 0.01, '1006': 0.99 };
  if (minute < release.from || minute >= takenBack) return usual;
  return { ...usual, crashed: release.failing * shareAt(minute - release.from) };
}

function whenOn(alarm: string, isOn: (end: number) => boolean): State[] {
  const states: State[] = [];
  let from: number | undefined;
  for (let end = 1; end <= minutes; end += 1) {
    const is = end < minutes && isOn(end);
    if (is) from ??= end;
    else if (from !== undefined) {
      states.push({ alarm, from, to: end });
      from = undefined;
    }
  }
  return states;
}

/** About what test/lab/bench measured; three attempts of a second each while the store does not answer. */
function typicalMilliseconds(metric: string, statistic: string, out: boolean, random: Random) {
  const jitter = 0.95 + 0.1 * random() + 0.05 * poisson(0.2, random);
  const [isPut, isGet] = ['Plants', 'Tokens'].map((table) => metric.endsWith(table));
  if (isPut && out) return undefined;
  if (isPut) return 5 * jitter;
  if (isGet) return 3 * jitter;
  const isSlow = out && !metric.endsWith('Authorize');
  const usual = isSlow ? { p50: 3_060, p90: 3_150 } : { p50: 9, p90: 15 };
  return (usual[statistic as 'p50' | 'p90'] ?? (isSlow ? 3_400 : 48)) * jitter;
}

function seedOf(text: string): number {
  return [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 0);
}
