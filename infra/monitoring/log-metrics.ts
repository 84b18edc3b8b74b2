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
import { authorizer, routes } from '../../functions/service.ts';
import { reserved } from '../../functions/shared/reserved.ts';
import type { LiveFunctions } from '../service-function.ts';

const { all, any, notExists, numberValue, regexValue, stringValue } = FilterPattern;

// Lambda puts what a function logs under `message`.
const error = '$.message.error';
const refused = '$.message.refused';
const client = '$.message.client';
const lastFour = '$.message.lastFour';

const sum = { statistic: 'Sum' };

/** Metrics of the logs, which AWS itself does not have: for the gateway, each failure of the function is a 400. */
export function logMetrics(parent: Construct, accessLogs: ILogGroup, functions: LiveFunctions) {
  const scope = new Construct(parent, 'Failures');
  const metricNamespace = Stack.of(scope).stackName;
  const addFilter = (
    id: string,
    logGroup: ILogGroup,
    filterPattern: JsonPattern,
    others: Partial<MetricFilterProps> = {},
  ) => {
    const counted = { logGroup, filterPattern, metricNamespace, metricName: id, metricValue: '1' };
    return new MetricFilter(scope, id, { ...counted, ...others });
  };
  /** One metric of the logs of all routes. */
  const inRoutes = (metricName: string, filterPattern: JsonPattern) => {
    const filters = routes.map(({ functionName: name }) =>
      addFilter(`${metricName}By${name}`, functions[name].logs, filterPattern, { metricName }),
    );
    return (filters[0] as MetricFilter).metric(sum);
  };
  const { unexpected, unavailable } = failures;
  const authorize = functions[authorizer.functionName].logs;
  const counts = {
    /** Error 1000: a bug, or a permission that is missing. */
    unexpected: inRoutes('UnexpectedFailures', errorIs(unexpected)),
    /** Error 1006: the store was throttled, unreachable or slow. */
    unavailable: inRoutes('StoreUnavailable', errorIs(unavailable)),
    /** Clients' tokens that are not stored. A token is one line as long as the gateway caches its refusal. */
    unknown: addFilter('UnknownTokens', authorize, refusedAs('unknown')).metric(sum),
  };
  // Not by the client's name: a dimension is ASCII, and a name can have other letters.
  const dimensions = { lastFour };
  addFilter('EndedTokens', authorize, refusedAs('expired', 'revoked'), { dimensions });
  // The access log has a line for each request. So these always have a value when there is traffic.
  const always = { defaultValue: 0 };
  const served200 = sentByClient('200');
  /** Requests of clients that were answered 200. */
  const served = addFilter('Served', accessLogs, served200, always).metric(sum);
  /** Those of them that took too long. */
  const slow = addFilter('Slow', accessLogs, all(served200, isSlow), always).metric(sum);
  /** Requests that failed by our fault: 5xx, throttled by the stage, 1000 and 1006. All others are a client's. */
  const failed = addFilter('Failed', accessLogs, sentByClient('5*', '429'), always).metric(sum);
  inRoutes('Failed', all(errorIs(unexpected, unavailable), notOfProbe));
  /** Present in each minute with a request, even if all failed. It is not a count: AWS can write one zero for many lines. */
  const lines = served.with({ statistic: 'SampleCount' });
  return { ...counts, served, slow, failed, lines };
}

function errorIs(...failures: readonly { readonly error: number }[]): JsonPattern {
  return any(...failures.map((failure) => numberValue(error, '=', failure.error)));
}

/** A token that a client sent was refused for one of these reasons. */
function refusedAs(...reasons: readonly string[]): JsonPattern {
  return all(isAnyOf(refused, ...reasons), notOfProbe);
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
const notOfProbe = any(notExists(client), stringValue(client, '!=', reserved.client));

/** Lines of requests with one of these statuses. Those of the probe have its user agent in the access log. */
function sentByClient(...statuses: readonly string[]): JsonPattern {
  const notByProbe = stringValue('$.userAgent', '!=', reserved.userAgent);
  return all(isAnyOf('$.status', ...statuses), notByProbe);
}
