import { Stack } from 'aws-cdk-lib';
import {
  FilterPattern,
  type ILogGroup,
  type JsonPattern,
  MetricFilter,
  type MetricFilterProps,
} from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { failures } from '../../functions/create-plant/failure.ts';
import { logFields } from '../../functions/shared/log-fields.ts';
import { reserved } from '../../functions/shared/reserved.ts';
import type { LiveFunctions } from '../live-function.ts';

const { all, any, exists, notExists, numberValue, regexValue, stringValue } = FilterPattern;

/** Counted in the logs, because AWS has no metric for it: for the gateway, each failure of the function is a 400. */
export function logMetrics(parent: Construct, accessLogs: ILogGroup, functions: LiveFunctions) {
  const scope = new Construct(parent, 'Failures');
  const metricNamespace = Stack.of(scope).stackName;
  const count = (
    id: string,
    logGroup: ILogGroup,
    filterPattern: JsonPattern,
    others: Partial<MetricFilterProps> = {},
  ) => {
    const counted = { logGroup, filterPattern, metricNamespace, metricName: id, metricValue: '1' };
    return new MetricFilter(scope, id, { ...counted, ...others }).metric({ statistic: 'Sum' });
  };
  const { unexpected, unavailable } = failures;
  const createPlant = functions.CreatePlant.logs;
  const authorize = functions.Authorize.logs;
  const counts = {
    /** Error 1000: a bug, or a permission that is missing. */
    unexpected: count('UnexpectedFailures', createPlant, errorIs(unexpected)),
    /** Error 1006: the store was throttled, unreachable or slow. */
    unavailable: count('StoreUnavailable', createPlant, errorIs(unavailable)),
    /** Tokens that the authorizer refused. */
    refusals: count('RefusedTokens', authorize, exists(field('refused'))),
  };
  const ended = all(isAnyOf(field('refused'), 'expired', 'revoked'), notOfProbe);
  // Not by the client's name: a dimension is ASCII, and a name can have other letters.
  count('EndedTokens', authorize, ended, { dimensions: { lastFour: '$.message.lastFour' } });
  // The access log has a line for each request. So these always have a value when there is traffic.
  const always = { defaultValue: 0 };
  /** Requests of clients that were answered 200. */
  const served = count('Served', accessLogs, sentByClient('200'), always);
  /** Those of them that took too long. */
  const slow = count('Slow', accessLogs, all(sentByClient('200'), isSlow), always);
  /** Requests that failed by our fault: 5xx, throttled by the stage, 1000 and 1006. All others are a client's. */
  const failed = count('Failed', accessLogs, sentByClient('5*', '429'), always);
  const failedThere = all(errorIs(unexpected, unavailable), notOfProbe);
  count('FailedByCreatePlant', createPlant, failedThere, { metricName: failed.metricName });
  /** Has a value in each minute with a request, also if all fail. AWS can write one zero for many lines. */
  const lines = served.with({ statistic: 'SampleCount' });
  return { ...counts, served, slow, failed, lines };
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

/**
 * It took two seconds: a write that times out after one second and then succeeds is not slow. Compared as a text,
 * because the access log has its numbers in quotes ("-" is none), with the few signs that a filter knows:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/regex-expressions.html
 */
const isSlow = regexValue('$.responseLatency', '=', String.raw`^[2-9]\d\d\d$|^\d\d\d\d\d$`);

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
