import { createHash } from 'node:crypto';
import { burnRates, objectives } from '../../../infra/stack/monitoring/objectives.ts';
import type { Template } from '../../synthesized.ts';
import { lateBy } from './calls.ts';
import type { Alarm } from './cloudwatch.ts';
import { healthy } from './faults.ts';
import { poisson, type Random, seeded } from './random.ts';
import { rolloutOf } from './releases.ts';
import type { Service } from './service.ts';
import { type Shares, type Traffic, trafficOf } from './traffic.ts';
import { watch } from './watch.ts';

/** An afternoon at 20 requests a second: the store fails at 12:20, and a release does at 13:15. */
const perSecond = 20;
const outage = { from: 20, to: 30 };
const release = { from: 75, failing: 0.3 };
/** Shown from noon on. The alarms look back three days, and the last one ends six hours later. */
const history = 3 * 24 * 60;
const shown = 120;
const simulated = 8 * 60;

export interface Incident {
  /** How many are shown. */
  readonly minutes: number;
  readonly sum: (metric: string, minute: number) => number;
  /** What is not a count: a percentile or an average of milliseconds, by metric, statistic and minute. */
  readonly milliseconds: (metric: string, statistic: string, minute: number) => number | undefined;
  readonly phases: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly states: readonly State[];
  /** So many failures in a minute make it bad. */
  readonly badMinute: number;
  /** The share of what may fail in 30 days that failed in the minutes shown. */
  readonly budgetUsed: number;
}

/** When an alarm was on, in minutes since noon. */
export interface State {
  readonly alarm: string;
  readonly kind: 'page' | 'ticket' | 'roll-back';
  readonly from: number;
  readonly to: number;
  /** Whether somebody was called. A suppressed alarm calls nobody. */
  readonly calls: boolean;
}

/** A short form of all that a picture of it shows. A test compares it with the one that is drawn. */
export function digestOf(widgets: unknown, { phases, states }: Incident): string {
  return createHash('sha256')
    .update(JSON.stringify([widgets, phases, states]))
    .digest('hex');
}

export function incidentOf(template: Template, { alarms, metrics }: Service): Incident {
  const random = seeded(7);
  const traffic = trafficOf(metrics, random);
  const { shareAt, faults } = rolloutOf(template, 'CreatePlant');
  const kindOf = ({ name, calls }: Alarm) =>
    faults.includes(name) ? ('roll-back' as const) : calls;
  const watched = [...alarms.values()].filter((alarm) => kindOf(alarm) !== undefined);
  const { look, isOn } = watch(alarms, traffic, lateBy(2)(random), (alarm) =>
    watched.includes(alarm),
  );
  const states: State[] = [];
  const open = new Map<string, State>();
  let rolledBack = simulated;
  for (let minute = -history; minute < simulated; minute += 1) {
    const probeFails = isOut(minute) ? 1 : 0;
    traffic.add({ perSecond, shares: sharesAt(minute, rolledBack, shareAt), probeFails });
    const now = minute + 1;
    const called = look(now + history).map(({ alarm }) => alarm);
    for (const alarm of watched) {
      const { name } = alarm;
      const before = open.get(name);
      const kind = kindOf(alarm);
      if (isOn(name) && kind !== undefined) {
        const calls = (before?.calls ?? false) || called.includes(name);
        open.set(name, { alarm: name, kind, from: before?.from ?? now, to: now, calls });
      } else if (before !== undefined) {
        states.push({ ...before, to: now });
        open.delete(name);
      }
    }
    if (minute > release.from && rolledBack === simulated && faults.some(isOn)) rolledBack = now;
  }
  const shownMinutes = Array.from({ length: shown }, (_, minute) => minute + history);
  const failed = shownMinutes.reduce(
    (sum, minute) => sum + sumOf(traffic, 'PlantStore Failed', minute),
    0,
  );
  return {
    minutes: shown,
    sum: (metric, minute) => sumOf(traffic, metric, minute + history),
    milliseconds: (metric, statistic, minute) =>
      typicalMilliseconds(
        metric,
        statistic,
        isOut(minute),
        seeded(seedOf(`${metric} ${statistic} ${minute}`)),
      ),
    phases: [
      { name: 'the store fails', ...outage },
      { name: 'a bad release', from: release.from, to: rolledBack },
    ],
    states: [...states, ...open.values()].filter(({ to }) => to > 0),
    badMinute: burnRates.page * objectives.failedShare * perSecond * 60,
    budgetUsed: failed / (objectives.failedShare * perSecond * 30 * 24 * 60 * 60),
  };
}

function sumOf({ metrics, data }: Traffic, metric: string, minute: number): number {
  const sources = metrics.sources.get(metric) ?? [];
  return sources.reduce((sum, { values }) => sum + data.total(values, minute, minute + 1), 0);
}

function isOut(minute: number): boolean {
  return minute >= outage.from && minute < outage.to;
}

function sharesAt(minute: number, rolledBack: number, shareAt: (minute: number) => number): Shares {
  const usual = { ...healthy(perSecond), mistaken: 0.01 };
  if (isOut(minute)) return { mistaken: 0.01, '1006': 0.99 };
  if (minute < release.from || minute >= rolledBack) return usual;
  return { ...usual, crashed: release.failing * shareAt(minute - release.from) };
}

/** About as test/lab/bench measured; three attempts of a second each while the store does not answer. */
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
