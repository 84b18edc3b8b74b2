import { Stack } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  FilterPattern,
  type ILogGroup,
  type JsonPattern,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { failures } from '../../functions/create-plant/failure.ts';
import { logFields } from '../../functions/shared/log-fields.ts';
import { reserved } from '../../functions/shared/reserved.ts';
import { alarmConditions, objectives } from './objectives.ts';
import { formulas } from './service-metrics.ts';

export interface WatchedLogs {
  readonly createPlant: ILogGroup;
  readonly authorize: ILogGroup;
  readonly access: ILogGroup;
}

const { all, any, exists, notExists, numberValue, regexValue, stringValue } = FilterPattern;

export type FailureMetrics = ReturnType<typeof failureMetrics>;

/** Counted in the logs, because AWS has no metric for it: for the gateway, each failure of the function is a 400. */
export function failureMetrics(parent: Construct, { createPlant, authorize, access }: WatchedLogs) {
  const scope = new Construct(parent, 'Failures');
  const metricNamespace = Stack.of(scope).stackName;
  const count = (
    metricName: string,
    logGroup: ILogGroup,
    filterPattern: JsonPattern,
    filter: { readonly id?: string; readonly defaultValue?: number } = {},
  ) => {
    const { id = metricName, ...others } = filter;
    const counted = { logGroup, filterPattern, metricNamespace, metricName, metricValue: '1' };
    return new MetricFilter(scope, id, { ...counted, ...others }).metric({ statistic: 'Sum' });
  };
  const { unexpected, unavailable } = failures;
  // The access log has a line for each request. So these always have a value when there is traffic.
  const always = { defaultValue: 0 };
  const metrics = {
    /** Error 1000: a bug, or a permission that is missing. */
    unexpected: count('UnexpectedFailures', createPlant, errorIs(unexpected)),
    /** Error 1006: the store was throttled, unreachable or slow. */
    unavailable: count('StoreUnavailable', createPlant, errorIs(unavailable)),
    /** Tokens that the authorizer refused. */
    refusals: count('RefusedTokens', authorize, exists(field('refused'))),
    endedTokens: endedTokens(scope, authorize),
    /** Requests of clients that were answered 200. */
    served: count('Served', access, sentByClient('200'), always),
    /** Those of them that took too long. */
    slow: count('Slow', access, all(sentByClient('200'), isSlow), always),
    /** Requests that failed by our fault: 5xx, throttled by the stage, 1000 and 1006. All others are a client's. */
    failed: count('Failed', access, sentByClient('5*', '429'), always),
  };
  // Two filters, one metric.
  const ours = all(errorIs(unexpected, unavailable), notOfProbe);
  count('Failed', createPlant, ours, { id: 'FailedByCreatePlant' });
  return metrics;
}

/**
 * Refusals of expired and revoked tokens, by the last four characters: a dimension is ASCII, and a client's name can
 * have other letters. One alarm watches all tokens:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Metrics_Insights_Alarm.html
 */
function endedTokens(scope: Construct, logGroup: ILogGroup): IMetric {
  const metricNamespace = Stack.of(scope).stackName;
  new MetricFilter(scope, 'EndedTokens', {
    logGroup,
    filterPattern: all(isAnyOf(field('refused'), 'expired', 'revoked'), notOfProbe),
    metricNamespace,
    metricName: 'EndedTokens',
    metricValue: '1',
    dimensions: { lastFour: '$.message.lastFour' },
  });
  const counts = `SELECT SUM(EndedTokens) FROM SCHEMA("${metricNamespace}", lastFour)`;
  return formulas({})(
    alarmConditions.EndedToken.minutes,
    `${counts} GROUP BY lastFour ORDER BY SUM() DESC`,
  );
}

function field(name: keyof typeof logFields): string {
  return `$.message.${logFields[name]}`;
}

function errorIs(...failures: readonly { readonly error: number }[]): JsonPattern {
  return any(...failures.map(({ error }) => numberValue(field('error'), '=', error)));
}

function isAnyOf(field: string, ...texts: readonly string[]): JsonPattern {
  return any(...texts.map((text) => stringValue(field, '=', text)));
}

/** Compared as a text: the access log has its numbers in quotes, because a "-" without them is no JSON. */
const isSlow = regexValue('$.responseLatency', '=', objectives.slow);

/** A line of a function that does not name the probe. Without the authorizer, a line has no name. */
const notOfProbe = any(
  notExists('$.message.client'),
  stringValue('$.message.client', '!=', reserved.client),
);

/** Lines of requests with such a status. Those of the probe have its user agent in the access log. */
function sentByClient(...statuses: readonly string[]): JsonPattern {
  const notByProbe = stringValue('$.userAgent', '!=', reserved.userAgent);
  return all(isAnyOf('$.status', ...statuses), notByProbe);
}
