import { authorizer } from '../../functions/service.ts';
import { rollback } from './alarm-effect.ts';
import {
  type AlarmEntries,
  type AlarmEntry,
  ignoredFailures,
  percent,
  withoutLateMinutes,
} from './alarm-entry.ts';
import type { RequestMetrics } from './log-metrics.ts';
import type { FunctionMetrics, ServiceMetrics } from './service-metrics.ts';

/** For each function, an alarm on its new version. It is faster than a page. */
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
  const share = 0.05;
  return {
    meaning: `${name} fails in more than ${percent(share)} of calls.`,
    effect: rollback(name),
    metrics: { crashed: errors, calls },
    formula: withoutLateMinutes('calls', `crashed - (${share} * calls)`),
    // The gateway caches decisions, so calls are few: hence a longer time and a wider share.
    periods: [5, 20],
  };
}

function routeRelease(fn: FunctionMetrics, { failed }: RequestMetrics): AlarmEntry {
  const { name, invocations: calls } = fn;
  // More than `promisedShare`, so that a good release is not rolled back by chance.
  const share = 0.007;
  return {
    meaning: `More requests fail by our fault than ${percent(share)} of the calls of ${name}.`,
    effect: rollback(name),
    // While the access log is lost, this alarm also pages: the parts of Unavailable that count its lines are off then, and this
    // one counts what the function itself logs. It looks back only a few minutes, so a fault with pauses can page twice.
    pagesTogetherWith: 'AccessLogLost',
    // All calls, also those with a client's mistake: they can fail by our fault, too.
    metrics: { failed, calls },
    formula: withoutLateMinutes('calls', `failed - (${share} * calls)`),
    above: ignoredFailures,
    periods: [4, 10],
  };
}
