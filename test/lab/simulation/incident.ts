import { burnRates, objectives } from '../../../infra/stack/monitoring/objectives.ts';
import type { Template } from '../../synthesized.ts';
import type { Alarm } from './alarms.ts';
import { healthy } from './faults.ts';
import { rolloutOf } from './releases.ts';
import { lateBy, serviceOf, simulate } from './simulate.ts';
import type { Shares, Traffic } from './traffic.ts';

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
  readonly isOut: (minute: number) => boolean;
  readonly phases: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly states: readonly State[];
  /** So many failures in a minute make it bad. */
  readonly badMinute: number;
  /** The share of what may fail in 30 days that failed in the minutes shown. */
  readonly budgetUsed: number;
}

/** When an alarm was on, in minutes since noon. */
interface State {
  readonly alarm: string;
  readonly kind: 'page' | 'ticket' | 'roll-back';
  readonly from: number;
  readonly to: number;
  /** Whether somebody was called. A suppressed alarm calls nobody. */
  readonly calls: boolean;
}

export function incidentOf(template: Template): Incident {
  const { shareAt, faults } = rolloutOf(template, 'CreatePlant');
  const service = serviceOf(template);
  const kindOf = ({ name, calls }: Alarm) => (faults.includes(name) ? 'roll-back' : calls);
  const isWatched = (alarm: Alarm) => kindOf(alarm) !== undefined;
  const watched = [...service.alarms.values()].filter(isWatched);
  const states: State[] = [];
  const open = new Map<string, State>();
  let rolledBack = simulated;
  let data: Traffic | undefined;
  const at = (from: number) => {
    const minute = from - history;
    const isBad = minute >= release.from && minute < rolledBack;
    const share = isBad ? release.failing * shareAt(minute - release.from) : 0;
    return { perSecond, shares: sharesOf(minute, share), probeFails: isOut(minute) ? 1 : 0 };
  };
  const run = { seed: 7, minutes: history + simulated, readings: [lateBy(2)], isWatched, at };
  simulate(service, run, (end, [look], traffic) => {
    data = traffic;
    const now = end - history;
    for (const alarm of watched) {
      const { name } = alarm;
      const before = open.get(name);
      if (look?.isOn(name)) {
        const calls = (before?.calls ?? false) || look.calls.some((call) => call.alarm === name);
        const kind = kindOf(alarm) ?? 'ticket';
        open.set(name, { alarm: name, kind, from: before?.from ?? now, to: now, calls });
      } else if (before !== undefined) {
        states.push({ ...before, to: now });
        open.delete(name);
      }
    }
    if (now > release.from + 1 && faults.some((name) => look?.isOn(name)))
      rolledBack = Math.min(rolledBack, now);
  });
  const sum = (metric: string, minute: number) =>
    (service.metrics.sources.get(metric) ?? []).reduce(
      (all, { values }) => all + (data?.total(values, minute + history, minute + history + 1) ?? 0),
      0,
    );
  const failed = Array.from({ length: shown }, (_, minute) => sum('PlantStore Failed', minute));
  return {
    minutes: shown,
    sum,
    isOut,
    phases: [
      { name: 'the store fails', ...outage },
      { name: 'a bad release', from: release.from, to: rolledBack },
    ],
    states: [...states, ...open.values()].filter(({ to }) => to > 0),
    badMinute: burnRates.page * objectives.failedShare * perSecond * 60,
    budgetUsed:
      failed.reduce((all, one) => all + one) /
      (objectives.failedShare * perSecond * 30 * 24 * 60 * 60),
  };
}

function isOut(minute: number): boolean {
  return minute >= outage.from && minute < outage.to;
}

function sharesOf(minute: number, crashed: number): Shares {
  if (isOut(minute)) return { error1003: 0.01, error1006: 0.99 };
  const usual = healthy(perSecond);
  return { ...usual, error1003: 0.01, crashed: Number(usual.crashed) + crashed };
}

const [start, end] = ['<!-- incident -->', '<!-- /incident -->'];

/** The page with the incident in its place: by time, with the entries of the runbook that it opens. */
export function withIncident(page: string, { phases, states }: Incident): string {
  const rows = [
    ...phases.flatMap(({ name, from, to }): Row[] => [
      [from, `**${name}**`, ''],
      [to, `${name}: over`, ''],
    ]),
    ...states.map((state): Row => [state.from, sentenceOf(state), `on until ${clock(state.to)}`]),
  ].toSorted(([one], [other]) => one - other);
  const lines = rows.map(([minute, ...cells]) => `| ${[clock(minute), ...cells].join(' | ')} |`);
  const table = ['| time | | |', '|---|---|---|', ...lines].join('\n');
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`The page has no ${start} before a ${end}`);
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}

type Row = readonly [minute: number, ...cells: string[]];

function sentenceOf({ alarm, kind, calls }: State): string {
  const entry = `[${alarm}](#${alarm.toLowerCase()})`;
  if (kind === 'roll-back')
    return `\`${alarm}\` is on: a release under way is [rolled back](#roll-back)`;
  if (!calls) return `${entry} is on, and calls nobody: Unavailable has called`;
  return kind === 'page' ? `${entry} pages` : `${entry} makes a ticket`;
}

/** The incident begins at noon. Later days continue the count of hours. */
export function clock(minute: number): string {
  return `${12 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
}
