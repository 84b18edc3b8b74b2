import { failures } from '../../functions/http/failure.ts';
import { pagingShare, promisedShare } from '../../functions/service.ts';
import { page, partOfUnavailable, ticket } from './alarm-effect.ts';
import {
  type AlarmEntries,
  type AlarmEntry,
  ignoredFailures,
  minutesOf,
  percent,
  slowSeconds,
  withoutLateMinutes,
} from './alarm-entry.ts';
import { endedBy, type RequestMetrics } from './log-metrics.ts';
import type { ServiceMetrics } from './service-metrics.ts';

/**
 * The shares are multiples of the promise, as in https://sre.google/workbook/alerting-on-slos/
 * A request that the throttle refuses (429) is no failure, because its client repeats it. It pages only if it lasts.
 *
 * Parts of Unavailable stay on for one to three hours after the fault, so that a fault with pauses is one page. A
 * failure of 60 seconds has at most two bad minutes.
 */
export function serviceAlarms(
  { logs, gateway }: ServiceMetrics,
  throttleRate: number,
): AlarmEntries {
  const { all, byFunction } = logs.requests;
  // If several functions have routes, each has an alarm: few requests that all fail do not show among all.
  const failingFunctions = [...byFunction].map(([name, metrics]) => {
    return [`${name}Failing`, failing(`requests to ${name}`, metrics)] as const;
  });
  return {
    Failing: failing('requests', all),
    ...Object.fromEntries(failingFunctions),
    FailingForHours: failingForHours(all),
    FailingByGateway: failingByGateway(gateway),
    SlowAnswers: slowAnswers(logs),
    UnexpectedFailure: unexpectedFailure(logs),
    BudgetBurn: budgetBurn(logs),
    NearThrottle: nearThrottle(gateway, throttleRate),
    Throttled: throttledRequests(logs, gateway),
    UnknownTokens: unknownTokens(logs),
    EndedToken: endedToken(logs),
  };
}

type Logs = ServiceMetrics['logs'];
type Gateway = ServiceMetrics['gateway'];

function failing(requests: string, { failed, served, lines }: RequestMetrics): AlarmEntry {
  const periods = [3, 90] as const;
  return {
    meaning: `In ${minutesOf(periods)}, ${percent(pagingShare)} of ${requests} failed by our fault.`,
    effect: partOfUnavailable,
    metrics: { failed, served, lines },
    formula: withoutLateMinutes('lines', `failed - (${pagingShare} * (failed + served))`),
    above: ignoredFailures,
    periods,
  };
}

function failingForHours({ failed, served, lines }: RequestMetrics): AlarmEntry {
  const share = 6 * promisedShare;
  // Minutes and not a sum, so that a short outage does not keep it on and hide the next one.
  const periods = [180, 360] as const;
  return {
    meaning: `In ${minutesOf(periods)}, ${percent(share)} of requests failed by our fault.`,
    effect: partOfUnavailable,
    metrics: { failed, served, lines },
    formula: withoutLateMinutes('lines', `failed - (${share} * (failed + served))`),
    periods,
  };
}

/** The gateway's own count, for the case that the access log has no line. */
function failingByGateway({ requests, serverErrors: errors }: Gateway): AlarmEntry {
  const periods = [3, 90] as const;
  return {
    meaning: `In ${minutesOf(periods)}, the gateway answered ${percent(pagingShare)} with 5xx.`,
    effect: partOfUnavailable,
    metrics: { requests, errors },
    formula: withoutLateMinutes('requests', `errors - (${pagingShare} * requests)`),
    above: ignoredFailures,
    periods,
  };
}

function slowAnswers({ slow, requests }: Logs): AlarmEntry {
  const { served } = requests.all;
  // With fewer bad minutes, a share of slow answers near 5 % turns it on and off all day.
  const periods = [3, 180] as const;
  return {
    meaning: `In ${minutesOf(periods)}, ${percent(pagingShare)} of the answers 2xx took ${slowSeconds} seconds.`,
    effect: partOfUnavailable,
    metrics: { served, slow },
    formula: withoutLateMinutes('served', `slow - (${pagingShare} * served)`),
    above: ignoredFailures,
    periods,
  };
}

function unexpectedFailure({ unexpected }: Logs): AlarmEntry {
  return {
    meaning: `A request, perhaps of the probe, got error ${failures.unexpected.error}: a bug, or a permission that is missing.`,
    effect: ticket,
    metrics: { unexpected },
    formula: 'FILL(unexpected, 0)',
    // One is enough: it can only be a mistake of ours. Six hours make one ticket of one bug.
    periods: [1, 360],
  };
}

function budgetBurn({ slow, requests }: Logs): AlarmEntry {
  const { failed, served, lines } = requests.all;
  const days = 3;
  const share = 2 * promisedShare;
  return {
    meaning: `Over ${days} days, ${percent(share)} of requests failed by our fault or took ${slowSeconds} seconds.`,
    effect: ticket,
    metrics: { failed, served, slow, lines },
    formula: withoutLateMinutes('lines', `(failed + slow) - (${share} * (failed + served))`),
    above: ignoredFailures,
    minutes: days * 24 * 60,
    periods: [1, 1],
  };
}

function nearThrottle({ requests }: Gateway, throttleRate: number): AlarmEntry {
  const share = 0.85;
  return {
    meaning: `Traffic is above ${percent(share)} of what the stage lets pass. Beyond, clients get 429.`,
    effect: ticket,
    metrics: { requests },
    formula: `FILL(requests, 0) / ${60 * throttleRate}`,
    above: share,
    periods: [3, 8],
  };
}

function throttledRequests({ throttled }: Logs, { requests }: Gateway): AlarmEntry {
  // A client's batch of ten minutes is silent, also if `requests` comes four minutes after `throttled`.
  const periods = [15, 20] as const;
  return {
    meaning: `In ${minutesOf(periods)}, ${percent(pagingShare)} of all requests were refused with 429.`,
    effect: page,
    metrics: { throttled, requests },
    // `requests` is not divided by itself here. If AWS did not count what it refuses, a throttle of 0 would be silent.
    formula: `FILL(throttled, 0) - (${pagingShare} * FILL(requests, 0))`,
    periods,
  };
}

function unknownTokens({ unknown, requests }: Logs): AlarmEntry {
  const { served, lines } = requests.all;
  const minutes = 30;
  return {
    meaning: `In ${minutes} minutes, an unknown token was refused, and no client was answered 2xx.`,
    effect: ticket,
    metrics: { unknown, served, lines },
    // Above 0 only if no client is served.
    formula: withoutLateMinutes('lines', 'unknown * (1 - served)'),
    minutes,
    // Six hours make one ticket, also if another client is served now and then.
    periods: [1, 12],
  };
}

/** It watches all tokens: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Metrics_Insights_Alarm.html */
function endedToken({ ended }: Logs): AlarmEntry {
  return {
    meaning:
      'A client was refused: its token has expired or is revoked. The alarm has its last four characters.',
    effect: ticket,
    metrics: {},
    formula: `SELECT SUM(${ended.metricName}) FROM SCHEMA("${ended.namespace}", ${endedBy}) GROUP BY ${endedBy} ORDER BY SUM() DESC`,
    minutes: 60,
    periods: [1, 1],
  };
}
