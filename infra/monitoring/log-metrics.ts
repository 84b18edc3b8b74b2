import { Stack } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  FilterPattern,
  type ILogGroup,
  type JsonPattern,
  MetricFilter,
  type MetricFilterProps,
} from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { failures } from '../../functions/http/failure.ts';
import { authorizer, type LiveName } from '../../functions/service.ts';
import { accessLog } from '../access-log.ts';
import { functionLog, ourFailures } from '../function-log.ts';
import { slowSeconds } from './alarm-entry.ts';
import { notByProbe, notOfProbe } from './probe-metrics.ts';
import type { WatchedService } from './watched-service.ts';

const { all: allOf, any: anyOf, numberValue, regexValue, stringValue } = FilterPattern;

/** A dimension of the metric of ended tokens. Not the client's name: a dimension is ASCII, and a name can have other letters. */
export const endedBy = 'lastFour';

/** The logs in which the filters count, and the construct that holds the filters. */
interface WatchedLogs extends Pick<WatchedService, 'api' | 'liveFunctions'> {
  readonly scope: Construct;
  /** The newest filter of each log. */
  readonly newest: Map<ILogGroup, MetricFilter>;
}

/** Metrics of the logs, which AWS itself does not have: for the gateway, each failure of the function is a 400. */
export function createLogMetrics(parent: Construct, watched: WatchedService) {
  const { api, liveFunctions, routes } = watched;
  // It holds all filters. Its id is a part of their logical ids, so it stays.
  const scope = new Construct(parent, 'Failures');
  const logs: WatchedLogs = { scope, api, liveFunctions, newest: new Map() };
  const names = [...new Set(routes.map(({ functionName }) => functionName))];
  return {
    requests: {
      all: createRequestMetrics(logs, { functionNames: names }),
      byFunction: createRequestMetricsByFunction(logs, routes),
    },
    /** Served requests that took too long. */
    slow: metricOf(createAccessLogFilter(logs, 'Slow', ...sentByClient('2*'), isSlow)),
    /**
     * Requests that a throttle refused, also those of the probe. A filter without a zero for other lines costs nothing in an
     * hour without 429.
     */
    throttled: metricOf(
      addFilter(logs, api.accessLogs, 'Throttled', isAnyOf(accessLog.status, '429')),
    ),
    /** Error 1000: a bug, or a permission that is missing. */
    unexpected: metricOf(
      ...createFunctionFilters(logs, names, 'UnexpectedFailures', errorIs(failures.unexpected)),
    ),
    /** Error 1006: the store was throttled, unreachable or slow. */
    unavailable: metricOf(
      ...createFunctionFilters(logs, names, 'StoreUnavailable', errorIs(failures.unavailable)),
    ),
    ...createRefusedTokenMetrics(logs),
  };
}

/** The metrics of clients' tokens that Authorize refused. */
function createRefusedTokenMetrics(logs: WatchedLogs) {
  const { logGroup } = logs.liveFunctions[authorizer.functionName];
  const dimensions = { [endedBy]: `$.${functionLog.lastFour}` };
  const ended = metricOf(
    addFilter(logs, logGroup, 'EndedTokens', refusedAs('expired', 'revoked'), { dimensions }),
  );
  // The metric has one series for each token, and none for all.
  const allSeries = `{"${ended.namespace}",${endedBy}} MetricName="${ended.metricName}"`;
  return {
    /** Tokens that are not stored. A token is one line as long as the gateway caches its refusal. */
    unknown: metricOf(addFilter(logs, logGroup, 'UnknownTokens', refusedAs('unknown'))),
    /** One for each token, by `endedBy`. */
    ended,
    allEnded: new MathExpression({
      expression: `SUM(SEARCH('${allSeries}', 'Sum', 60))`,
      usingMetrics: {},
    }),
  };
}

/** The metrics of the requests to each function. It is empty if only one function has routes: all requests are to this one. */
function createRequestMetricsByFunction(
  logs: WatchedLogs,
  routes: WatchedService['routes'],
): Map<LiveName, RequestMetrics> {
  const routesOf = Map.groupBy(routes, ({ functionName }) => functionName);
  const metrics = new Map<LiveName, RequestMetrics>();
  if (routesOf.size === 1) return metrics;
  for (const [name, itsRoutes] of routesOf) {
    const routeKeys = itsRoutes.map(({ method, path }) => `${method} ${path}`);
    metrics.set(name, createRequestMetrics(logs, { name, functionNames: [name], routeKeys }));
  }
  return metrics;
}

export type RequestMetrics = ReturnType<typeof createRequestMetrics>;

interface CountedRequests {
  /** Begins the names of the metrics. All requests have none. */
  readonly name?: LiveName;
  /** The functions that answer them. */
  readonly functionNames: readonly LiveName[];
  /** Only requests to these routes, as the access log names them. */
  readonly routeKeys?: readonly string[];
}

/** The metrics of all requests, or of those to one function. */
function createRequestMetrics(logs: WatchedLogs, counted: CountedRequests) {
  const { name = '', functionNames, routeKeys } = counted;
  const onRoutes = routeKeys ? [isAnyOf(accessLog.route, ...routeKeys)] : [];
  const failedId = `${name}Failed`;
  const served = metricOf(
    createAccessLogFilter(logs, `${name}Served`, ...sentByClient('2*'), ...onRoutes),
  );
  // The access log has the 5xx. That another status is our fault, only the log of the function says.
  const answeredBelow500 = ourFailures.filter(({ status }) => status < 500);
  const isOurFault = allOf(errorIs(...answeredBelow500), notOfProbe);
  /** Requests that failed by our fault: 5xx, 1000 and 1006. All others are a client's, or were throttled. */
  const failed = metricOf(
    createAccessLogFilter(logs, failedId, ...sentByClient('5*'), ...onRoutes),
    ...createFunctionFilters(logs, functionNames, failedId, isOurFault),
  );
  /** Present in each minute with a request, even if all failed. It is not a count: AWS can write one zero for many lines. */
  const lines = served.with({ statistic: 'SampleCount' });
  return { failed, served, lines };
}

/**
 * Counts lines of the access log, which has one for each request. The metric gets a zero for other lines, so that it has
 * a value whenever there is traffic.
 */
function createAccessLogFilter(
  logs: WatchedLogs,
  id: string,
  ...conditions: readonly JsonPattern[]
): MetricFilter {
  return addFilter(logs, logs.api.accessLogs, id, allOf(...conditions), { defaultValue: 0 });
}

/** Counts lines of these functions together, in one metric. */
function createFunctionFilters(
  logs: WatchedLogs,
  names: readonly LiveName[],
  metricName: string,
  pattern: JsonPattern,
): MetricFilter[] {
  return names.map((name) => {
    const { logGroup } = logs.liveFunctions[name];
    return addFilter(logs, logGroup, `${metricName}By${name}`, pattern, { metricName });
  });
}

/**
 * Counts the lines that match the pattern. The metric has the name of the filter, unless `others` has another.
 *
 * A log gets one filter after the other: two at the same time can end in an OperationAbortedException, and AWS does not say
 * whether CloudFormation then tries again: https://github.com/hashicorp/terraform-provider-aws/issues/7605
 */
function addFilter(
  { scope, newest }: WatchedLogs,
  logGroup: ILogGroup,
  id: string,
  filterPattern: JsonPattern,
  others: Partial<MetricFilterProps> = {},
): MetricFilter {
  const filter = new MetricFilter(scope, id, {
    logGroup,
    filterPattern,
    metricNamespace: Stack.of(scope).stackName,
    metricName: id,
    metricValue: '1',
    ...others,
  });
  const before = newest.get(logGroup);
  if (before) filter.node.addDependency(before);
  newest.set(logGroup, filter);
  return filter;
}

/** The metric to which these filters add. There is at least one. */
function metricOf(...filters: readonly MetricFilter[]): Metric {
  return (filters[0] as MetricFilter).metric({ statistic: 'Sum' });
}

function errorIs(...rows: readonly { readonly error: number }[]): JsonPattern {
  return anyOf(...rows.map((row) => numberValue(`$.${functionLog.error}`, '=', row.error)));
}

/** A token that a client sent was refused for one of these reasons. */
function refusedAs(...reasons: readonly string[]): JsonPattern {
  return allOf(isAnyOf(functionLog.refused, ...reasons), notOfProbe);
}

function isAnyOf(field: string, ...texts: readonly string[]): JsonPattern {
  return anyOf(...texts.map((text) => stringValue(`$.${field}`, '=', text)));
}

/**
 * The answer was slow. Its time is compared as a text, because the access log has its numbers in quotes ("-" is none). A
 * filter knows only a few signs of regular expressions:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/regex-expressions.html
 */
const isSlow = regexValue(
  `$.${accessLog.responseLatency}`,
  '=',
  String.raw`^[${slowSeconds}-9]\d\d\d$|^\d\d\d\d\d$`,
);

/** Lines of requests of clients with one of these statuses. */
function sentByClient(...statuses: readonly string[]): JsonPattern[] {
  return [isAnyOf(accessLog.status, ...statuses), notByProbe];
}
