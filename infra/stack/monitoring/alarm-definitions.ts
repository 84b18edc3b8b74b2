import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FailureMetrics } from './failure-metrics.ts';
import { burnRates, objectives, passing } from './objectives.ts';
import type { ServiceMetrics } from './service-metrics.ts';

export interface AlarmDefinition {
  /** What it tells whoever reads it. */
  readonly meaning: string;
  /** Has a value in every minute, also in one without a request. */
  readonly metric: IMetric;
  /** It has to exceed this. */
  readonly threshold: number;
  /** In how many periods, out of how many. Some more than needed, since metrics come up to minutes late. */
  readonly periods: readonly [bad: number, of: number];
}

export interface WatchedMetrics {
  readonly metrics: ServiceMetrics;
  readonly failures: FailureMetrics;
  /** Requests a second that the stage lets pass. */
  readonly throttleRate: number;
}

/** Clients are hurt: somebody is woken. */
export function pages({ metrics, failures }: WatchedMetrics) {
  const { requests, inTimePercent } = metrics.gateway;
  return {
    UnexpectedFailure: {
      meaning: 'A client was answered error 1000: a bug, or a permission that is missing.',
      // One is too many: it can only be a mistake of ours.
      metric: sum(1, { unexpected: failures.unexpected }),
      threshold: 0,
      periods: [1, 5],
    },
    SlowAnswers: {
      meaning: `One request in sixteen takes ${objectives.slowMilliseconds / 1000} seconds or longer.`,
      metric: expression(
        30,
        `((100 - FILL(inTimePercent, 100)) / 100 - ${pageShare(objectives.slowShare)}) * FILL(requests, 0)`,
        { inTimePercent, requests },
      ),
      threshold: passing,
      periods: [1, 1],
    },
  } satisfies Record<string, AlarmDefinition>;
}

/** What makes up the page Unavailable: the less traffic there is, the longer it takes to be sure. */
export function unavailability({ failures }: WatchedMetrics) {
  const failing = (minutes: number, periods: AlarmDefinition['periods']) => ({
    meaning: 'One request in sixteen fails by our fault. Calls nobody by itself.',
    metric: overShare(minutes, pageShare(objectives.failedShare), failures.failed, failures.served),
    periods,
  });
  return {
    // One bad minute calls nobody, nor do its two halves if less than a tenth fails.
    FailingForMinutes: { ...failing(1, [2, 5]), threshold: 1 },
    FailingForHalfHour: { ...failing(30, [1, 1]), threshold: passing },
  } satisfies Record<string, AlarmDefinition>;
}

/** Somebody looks in the morning. */
export function tickets({ metrics, failures, throttleRate }: WatchedMetrics) {
  return {
    BudgetBurn: {
      meaning: 'For six hours, failures use up in ten days what may fail in thirty.',
      metric: overShare(
        360,
        burnRates.ticket * objectives.failedShare,
        failures.failed,
        failures.served,
      ),
      threshold: passing,
      periods: [1, 1],
    },
    NearThrottle: {
      meaning: 'Traffic nears what the stage lets pass; beyond, clients are refused with 429.',
      metric: sum(1, { requests: metrics.gateway.requests }),
      threshold: 0.85 * throttleRate * 60,
      periods: [3, 5],
    },
    RefusedTokens: {
      meaning: 'A burst of refused tokens: someone is guessing, or a client lost its token.',
      // The gateway remembers a refusal for five minutes, so these are about as many different tokens.
      metric: sum(5, { refusals: failures.refusals }),
      threshold: 100,
      periods: [1, 1],
    },
  } satisfies Record<string, AlarmDefinition>;
}

/** What takes a release back: faster than a page, and of no meaning at any other time. */
export function releaseFaults({ metrics, failures }: WatchedMetrics) {
  const { createPlant, authorize } = metrics;
  return {
    CreatePlantRelease: {
      meaning: 'CreatePlant fails more often than it may while a new version gets its traffic.',
      // A release may use up what always may fail, but not faster.
      metric: expression(
        1,
        `FILL(unexpected, 0) + FILL(unavailable, 0) + FILL(crashed, 0) - ${objectives.failedShare} * FILL(calls, 0)`,
        {
          unexpected: failures.unexpected,
          unavailable: failures.unavailable,
          crashed: createPlant.errors,
          calls: createPlant.invocations,
        },
      ),
      threshold: 1,
      periods: [2, 5],
    },
    AuthorizeRelease: {
      meaning: 'Authorize fails more often than it may while a new version gets its traffic.',
      // The gateway remembers answers for five minutes, so calls are few: hence a longer time and a wider share.
      metric: expression(15, 'FILL(crashed, 0) - 0.01 * FILL(calls, 0)', {
        crashed: authorize.errors,
        calls: authorize.invocations,
      }),
      threshold: 1,
      periods: [1, 1],
    },
  } satisfies Record<string, AlarmDefinition>;
}

function pageShare(objective: number): number {
  return burnRates.page * objective;
}

/** How many failed beyond a share of all. Other than a share, it has a value without requests. */
function overShare(minutes: number, share: number, failed: Metric, served: Metric): IMetric {
  const all = '(FILL(failed, 0) + FILL(served, 0))';
  return expression(minutes, `FILL(failed, 0) - ${share} * ${all}`, { failed, served });
}

function sum(minutes: number, metric: Readonly<Record<string, Metric>>): IMetric {
  return expression(minutes, `FILL(${Object.keys(metric)}, 0)`, metric);
}

function expression(minutes: number, text: string, usingMetrics: Record<string, Metric>): IMetric {
  const period = Duration.minutes(minutes);
  const ofPeriod = Object.entries(usingMetrics).map(
    ([name, metric]) => [name, metric.with({ period })] as const,
  );
  return new MathExpression({
    period,
    expression: text,
    usingMetrics: Object.fromEntries(ofPeriod),
  });
}
