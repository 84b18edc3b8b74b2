import type { Log, Metrics, Outcome } from './metrics.ts';
import { poisson, type Random } from './random.ts';

/** Of all requests, the share with each outcome. The other ones are served. */
export type Shares = Partial<Readonly<Record<Outcome, number>>>;

export interface Minute {
  readonly perSecond: number;
  readonly shares: Shares;
  /** Requests that come in addition, by outcome. */
  readonly exactly?: Shares;
  readonly logsOff?: readonly Log[];
  /** How likely the probe's run of this minute gets a wrong answer; undefined if it does not run. */
  readonly probeFails?: number | undefined;
}

/** Metrics as they fill: minute by minute, with requests that arrive by chance. */
export interface Traffic {
  readonly metrics: Metrics;
  /** How many fit in. */
  readonly minutes: number;
  readonly add: (minute: Minute) => void;
  /** The sum of a series from a minute to another one, which is left out. */
  readonly total: (series: number, from: number, to: number) => number;
}

export function trafficOf(metrics: Metrics, random: Random, minutes: number): Traffic {
  const { series, effects } = metrics;
  // Running totals: a row for each minute, with a column for each series.
  const totals = new Float64Array((minutes + 1) * series);
  let length = 0;
  const add = (outcome: Outcome, requests: number) => {
    if (requests === 0) return;
    const row = length * series;
    for (const [column, times] of effects[outcome]) {
      totals[row + column] = Number(totals[row + column]) + times * requests;
    }
  };
  const at = (column: number, minute: number) =>
    Number(totals[Math.min(Math.max(minute, 0), length) * series + column]);
  return {
    metrics,
    minutes,
    add({ perSecond, shares, exactly = {}, logsOff = [], ...minute }) {
      const before = length * series;
      length += 1;
      totals.copyWithin(before + series, before, before + series);
      let served = 1;
      for (const outcome in shares) {
        const share = Number(shares[outcome as Outcome]);
        served -= share;
        add(outcome as Outcome, poisson(60 * perSecond * share, random));
      }
      add('served', poisson(60 * perSecond * served, random));
      add('allowed', poisson(60 * perSecond * served * authorizedShare(perSecond), random));
      for (const outcome in exactly) add(outcome as Outcome, Number(exactly[outcome as Outcome]));
      const fails = 'probeFails' in minute ? minute.probeFails : 0;
      for (const outcome of runOfProbe(fails, shares.slow ?? 0, random)) add(outcome, 1);
      for (const column of logsOff.flatMap(metrics.ofLog)) {
        totals[before + series + column] = Number(totals[before + column]);
      }
    },
    total: (column, from, to) => (to <= from ? 0 : at(column, to) - at(column, from)),
  };
}

/** A run of the probe. One that fails is taken to leave no request, because that is harder to notice. */
function runOfProbe(fails: number | undefined, slow: number, random: Random): readonly Outcome[] {
  if (fails === undefined) return [];
  const isLess = (share: number) => share === 1 || (share > 0 && random() < share);
  if (isLess(fails)) return ['probedWrong'];
  return [isLess(slow) ? 'probedSlowly' : 'probed', 'probedRefusal'];
}

/** They share the traffic evenly, and are more where there is more of it. */
function clientsAt(perSecond: number): number {
  return Math.max(1, Math.round(10 * perSecond ** 0.5));
}

const rememberedSeconds = 300;

/** Of all requests, how many need the authorizer: the first of a client after the gateway forgot its decision. */
export function authorizedShare(perSecond: number): number {
  return 1 / (1 + (rememberedSeconds * perSecond) / clientsAt(perSecond));
}

/** The share that needs an authorizer which has had no answer for so many seconds, as the gateway forgets. */
export function unrememberedShare(perSecond: number, seconds: number): number {
  const left = Math.max(0, rememberedSeconds - seconds);
  return 1 - left / (rememberedSeconds + clientsAt(perSecond) / perSecond);
}
