import type { Metrics } from './metrics.ts';
import type { Outcome } from './outcomes.ts';
import { poisson, type Random } from './random.ts';
import { type Timeline, timeline } from './timeline.ts';

/** Of all requests, the share with each outcome. The other ones are served. */
export type Shares = Partial<Readonly<Record<Outcome, number>>>;

export interface Minute {
  readonly perSecond: number;
  readonly shares: Shares;
  /** Requests that come in addition, by outcome. */
  readonly exactly?: Shares;
  readonly accessLogIsOff?: boolean;
  /** How likely the probe's run of this minute fails; undefined if it does not run. */
  readonly probeFails?: number | undefined;
}

/** Metrics as they fill: minute by minute, with requests that arrive by chance. */
export interface Traffic {
  readonly metrics: Metrics;
  readonly data: Timeline;
  readonly add: (minute: Minute) => void;
}

export function trafficOf(metrics: Metrics, random: Random): Traffic {
  const data = timeline(metrics.series);
  return {
    metrics,
    data,
    add(minute) {
      const { perSecond, shares, exactly = {}, accessLogIsOff } = minute;
      const probeFails = 'probeFails' in minute ? minute.probeFails : 0;
      const counts = new Array<number>(metrics.series).fill(0);
      const add = (outcome: Outcome, requests: number) => {
        if (requests === 0) return;
        for (const [series, times] of metrics.effects[outcome]) {
          counts[series] = (counts[series] ?? 0) + times * requests;
        }
      };
      let served = 1;
      for (const [outcome, share] of Object.entries(shares) as [Outcome, number][]) {
        served -= share;
        add(outcome, poisson(60 * perSecond * share, random));
      }
      add('served', poisson(60 * perSecond * served, random));
      add('allowed', poisson(60 * perSecond * served * authorizedShare(perSecond), random));
      for (const [outcome, requests] of Object.entries(exactly) as [Outcome, number][]) {
        add(outcome, requests);
      }
      for (const outcome of runOfProbe(probeFails, shares.slow ?? 0, random)) add(outcome, 1);
      if (accessLogIsOff) for (const series of metrics.fromAccessLog) counts[series] = 0;
      data.add(counts);
    },
  };
}

/** What is counted of a run of the probe. One that fails is taken to leave no request: that is harder to notice. */
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

/** Of all requests, how many need the authorizer: the first of a client after the gateway's memory ran out. */
export function authorizedShare(perSecond: number): number {
  return 1 / (1 + (rememberedSeconds * perSecond) / clientsAt(perSecond));
}

/** The share that needs an authorizer which has had no answer for so many seconds, as the gateway's memory runs out. */
export function unrememberedShare(perSecond: number, seconds: number): number {
  const left = Math.max(0, rememberedSeconds - seconds);
  return 1 - left / (rememberedSeconds + clientsAt(perSecond) / perSecond);
}
