import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { authorizer } from '../../functions/service.ts';
import { type Effect, page, partOfUnavailable, rollback, ticket } from './effect.ts';
import { endedBy, type RequestMetrics } from './log-metrics.ts';
import type { FunctionMetrics, ServiceMetrics } from './service-metrics.ts';

/** Everything about one alarm except what to do, which docs/RUNBOOK.md says for each page and ticket. */
export interface AlarmEntry {
  readonly meaning: string;
  readonly effect: Effect;
  /** While the alarm of this name is on too, the two together are a part of Unavailable. */
  readonly partWith?: string;
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
const ignoredFailures = 2;

/**
 * The promise to clients, over 30 days: at most 0.5 % of requests fail by our fault or take two seconds. At 6 %, all of
 * them would be used up in 2.5 days: https://sre.google/workbook/alerting-on-slos/
 * A request that the throttle refuses (429) is not among them, because its client repeats it. It pages only if it lasts.
 *
 * Parts of Unavailable stay on for one to three hours after the fault, so that a fault with pauses is one page. A
 * failure of 60 seconds has at most two bad minutes.
 */
export function serviceAlarms(
  { logs, gateway }: ServiceMetrics,
  throttleRate: number,
): AlarmEntries {
  const { slow, throttled, unexpected, unknown, ended } = logs;
  const { all, byFunction } = logs.requests;
  const { failed, served, lines } = all;
  const { requests, serverErrors: errors } = gateway;
  // If several functions have routes, each has an alarm: few requests that all fail do not show among all.
  const failingFunctions = [...byFunction].map(([name, metrics]) => {
    return [`${name}Failing`, failingAlarm(`requests to ${name}`, metrics)] as const;
  });
  return {
    Failing: failingAlarm('requests', all),
    ...Object.fromEntries(failingFunctions),
    FailingForHours: {
      meaning: 'In half of the minutes of six hours, 3 % of requests failed by our fault.',
      effect: partOfUnavailable,
      metrics: { failed, served, lines },
      formula: withoutLateMinutes('lines', 'failed - (0.03 * (failed + served))'),
      // Minutes and not a sum, so that a short outage does not keep it on and hide the next one.
      periods: [180, 360],
    },
    // The gateway's own count, for the case that the access log has no line.
    FailingByGateway: {
      meaning: 'In three of the last 90 minutes, the gateway answered 6 % with 5xx.',
      effect: partOfUnavailable,
      metrics: { requests, errors },
      formula: withoutLateMinutes('requests', 'errors - (0.06 * requests)'),
      above: ignoredFailures,
      periods: [3, 90],
    },
    SlowAnswers: {
      meaning: 'In three minutes of the last three hours, 6 % of the answers 2xx took two seconds.',
      effect: partOfUnavailable,
      metrics: { served, slow },
      formula: withoutLateMinutes('served', 'slow - (0.06 * served)'),
      above: ignoredFailures,
      // With fewer, a share of slow answers near 5 % turns it on and off all day.
      periods: [3, 180],
    },
    UnexpectedFailure: {
      meaning:
        'A request, perhaps of the probe, got error 1000: a bug, or a permission that is missing.',
      effect: ticket,
      metrics: { unexpected },
      formula: 'FILL(unexpected, 0)',
      // One is enough: it can only be a mistake of ours. Six hours make one ticket of one bug.
      periods: [1, 360],
    },
    BudgetBurn: {
      meaning: 'Over three days, 1 % of requests failed by our fault or took two seconds.',
      effect: ticket,
      metrics: { failed, served, slow, lines },
      formula: withoutLateMinutes('lines', '(failed + slow) - (0.01 * (failed + served))'),
      above: ignoredFailures,
      minutes: 3 * 24 * 60,
      periods: [1, 1],
    },
    NearThrottle: {
      meaning: 'Traffic is above 85 % of what the stage lets pass. Beyond, clients get 429.',
      effect: ticket,
      metrics: { requests },
      formula: `FILL(requests, 0) / ${60 * throttleRate}`,
      above: 0.85,
      periods: [3, 8],
    },
    Throttled: {
      meaning: 'In 15 of the last 20 minutes, 6 % of all requests were refused with 429.',
      effect: page,
      metrics: { throttled, requests },
      // `requests` is not divided by itself here. If AWS did not count what it refuses, a throttle of 0 would be silent.
      formula: 'FILL(throttled, 0) - (0.06 * FILL(requests, 0))',
      // A client's batch of ten minutes is silent, also if `requests` comes four minutes after `throttled`.
      periods: [15, 20],
    },
    UnknownTokens: {
      meaning: 'In half an hour, an unknown token was refused, and no client was answered 2xx.',
      effect: ticket,
      metrics: { unknown, served, lines },
      // Above 0 only if no client is served.
      formula: withoutLateMinutes('lines', 'unknown * (1 - served)'),
      minutes: 30,
      // Six hours make one ticket, also if another client is served now and then.
      periods: [1, 12],
    },
    // It watches all tokens: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Metrics_Insights_Alarm.html
    EndedToken: {
      meaning:
        'A client was refused: its token has expired or is revoked. The alarm has its last four characters.',
      effect: ticket,
      metrics: {},
      formula: `SELECT SUM(${ended.metricName}) FROM SCHEMA("${ended.namespace}", ${endedBy}) GROUP BY ${endedBy} ORDER BY SUM() DESC`,
      minutes: 60,
      periods: [1, 1],
    },
  };
}

function failingAlarm(requests: string, { failed, served, lines }: RequestMetrics): AlarmEntry {
  return {
    meaning: `In three of the last 90 minutes, 6 % of ${requests} failed by our fault.`,
    effect: partOfUnavailable,
    metrics: { failed, served, lines },
    formula: withoutLateMinutes('lines', 'failed - (0.06 * (failed + served))'),
    above: ignoredFailures,
    periods: [3, 90],
  };
}

/**
 * The formula, without a result for a minute in which this metric has no value yet: the others can have come earlier.
 *
 * AWS documents that a missing value is 0. Others saw that its expression has no result. A division by zero has no result,
 * whichever is true, so the metric is divided by itself. Each formula here is right in both cases, also if a metric never
 * had a value: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
function withoutLateMinutes(metric: string, formula: string): string {
  return `(${formula}) * (${metric} / ${metric})`;
}

/**
 * For each function, an alarm on its new version. It is faster than a page. Outside a release, it means something only while
 * the access log is lost. The alarm of a route is then a part of Unavailable, because it counts what the function itself
 * logs, and what AWS counts. It is on if 0.7 % of the calls fail, but the parts that count the access log need 6 %. It looks
 * back only ten minutes, so a fault with pauses can then page more than once.
 */
export function releaseAlarms({ functionMetrics, logs }: ServiceMetrics): AlarmEntries {
  const { all, byFunction } = logs.requests;
  const entries = functionMetrics.map((fn) => {
    const isAuthorizer = fn.name === authorizer.functionName;
    const entry = isAuthorizer
      ? authorizerRelease(fn)
      : routeRelease(fn, byFunction.get(fn.name) ?? all);
    return [`${fn.name}Release`, entry] as const;
  });
  return Object.fromEntries(entries);
}

function authorizerRelease({ name, errors, invocations: calls }: FunctionMetrics): AlarmEntry {
  return {
    meaning: `${name} fails in more than 5 % of calls.`,
    effect: rollback(name),
    metrics: { crashed: errors, calls },
    formula: withoutLateMinutes('calls', 'crashed - (0.05 * calls)'),
    // The gateway caches decisions, so calls are few: hence a longer time and a wider share.
    periods: [5, 20],
  };
}

function routeRelease(fn: FunctionMetrics, { failed }: RequestMetrics): AlarmEntry {
  const { name, invocations: calls } = fn;
  return {
    meaning: `More requests fail by our fault than 0.7 % of the calls of ${name}.`,
    effect: rollback(name),
    partWith: 'AccessLogLost',
    // All calls, also those with a client's mistake: they can fail by our fault, too.
    metrics: { failed, calls },
    // More than the promise, so that a good release is not rolled back by chance.
    formula: withoutLateMinutes('calls', 'failed - (0.007 * calls)'),
    above: ignoredFailures,
    periods: [4, 10],
  };
}

export function certificateAlarms(CertificateArn: string): AlarmEntries {
  const days = new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensionsMap: { CertificateArn },
    statistic: 'Minimum',
  });
  return {
    CertificateExpires: {
      meaning: 'The certificate of the domain ends in less than 30 days, and is not renewed.',
      effect: ticket,
      metrics: { days },
      // AWS counts the days twice a day, and stops when a certificate has expired.
      formula: '30 - days',
      minutes: 24 * 60,
      periods: [1, 1],
      needsDataAfterMinutes: 48 * 60,
    },
  };
}
