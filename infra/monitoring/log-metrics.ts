import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { failures } from '../../functions/http/failure.ts';
import { authorizer, type LiveName } from '../../functions/service.ts';
import { accessLog } from '../access-log.ts';
import { functionLog } from '../function-log.ts';
import {
  addFilter,
  createAccessLogFilter,
  createFunctionFilters,
  metricOf,
  type WatchedLogs,
} from './log-filters.ts';
import {
  errorIs,
  isAnyOf,
  isOurFaultBelow500,
  isSlow,
  refusedAs,
  sentByClient,
} from './log-patterns.ts';
import type { WatchedService } from './watched-service.ts';

/** A dimension of the metric of ended tokens. Not the client's name: a dimension is ASCII, and a name can have other letters. */
export const endedBy = 'lastFour';

/** Metrics of the logs, which AWS itself does not have: for the gateway, each failure of the function is a 400. */
export function createLogMetrics(parent: Construct, watched: WatchedService) {
  const { api, liveFunctions, routes } = watched;
  const scope = new Construct(parent, 'LogMetrics');
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
  /** Requests that failed by our fault: 5xx, 1000 and 1006. All others are a client's, or were throttled. */
  const failed = metricOf(
    createAccessLogFilter(logs, failedId, ...sentByClient('5*'), ...onRoutes),
    ...createFunctionFilters(logs, functionNames, failedId, isOurFaultBelow500),
  );
  /**
   * Whether a request came in a minute, also if all failed: only present or absent matters. How many came, it does not say,
   * because AWS can write one zero for many lines.
   */
  const lines = served.with({ statistic: 'SampleCount' });
  return { failed, served, lines };
}
