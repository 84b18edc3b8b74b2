import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmEffect } from './alarm-effect.ts';

/** Everything about one alarm except what to do, which docs/RUNBOOK.md says for each page and ticket. */
export interface AlarmEntry {
  /** The sentence of its mail. Each number in it comes from the values below, so that it stays true. */
  readonly meaning: string;
  readonly effect: AlarmEffect;
  /** While the alarm of this name is on too, the two together page, as a part of Unavailable. */
  readonly pagesTogetherWith?: string;
  readonly metrics: Readonly<Record<string, IMetric>>;
  /** A period is bad if the formula is above this value, by default 0. */
  readonly formula: string;
  readonly above?: number;
  /** Of a period, by default 1. */
  readonly minutes?: number;
  /** The alarm is on if this many of the last periods are bad. Metrics can come minutes late, so there is room for them. */
  readonly periods: readonly [bad: number, of: number];
  /** Missing data is bad, from this many minutes after the alarm was created or changed. By default it never is. */
  readonly needsDataAfterMinutes?: number;
}

export type AlarmEntries = Readonly<Record<string, AlarmEntry>>;

/** The failures that a period may have: with little traffic, two mean nothing. */
export const ignoredFailures = 2;

/** An answer is slow from here on: a write that times out after one second and then succeeds is not. */
export const slowSeconds = 2;

/**
 * The formula, without a result for a minute in which this metric has no value yet. The others can have come earlier: for
 * example, the count of failures is there, and the count of all requests is not, so that all seem to have failed.
 *
 * By AWS's documents, a metric without a value is 0. Others saw that a formula with such a metric has no result. Dividing the
 * metric by itself is right in both cases, because a division by zero has no result, too. Each formula here is right in
 * both cases, also if a metric never had a value:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export function withoutLateMinutes(metric: string, formula: string): string {
  return `(${formula}) * (${metric} / ${metric})`;
}

/** How a sentence says a share: 0.007 is "0.7 %". */
export function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`;
}

/** How a sentence says periods of a minute: "3 of the last 90 minutes". */
export function minutesOf([bad, all]: AlarmEntry['periods']): string {
  return `${bad} of the last ${all} minutes`;
}
