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
import { probeIdentity } from '../../functions/shared/probe-identity.ts';
import { accessLog } from '../service-api.ts';
import type { WatchedService } from './watched-service.ts';

const { all, any, notExists, numberValue, regexValue, stringValue } = FilterPattern;

/** Fields of the functions' logs. Lambda puts what a function logs under `message`. */
export const functionLog = {
  error: 'message.error',
  refused: 'message.refused',
  client: 'message.client',
  lastFour: 'message.lastFour',
} as const;

/** The failures that are our fault, and not the client's. */
export const ourFailures = Object.values(failures).filter(({ level }) => level !== 'info');

/** A dimension of the metric of ended tokens. Not the client's name: a dimension is ASCII, and a name can have other letters. */
export const endedBy = 'lastFour';

/** Metrics of the logs, which AWS itself does not have: for the gateway, each failure of the function is a 400. */
export function createLogMetrics(
  parent: Construct,
  { api, liveFunctions, routes }: WatchedService,
) {
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
  const routesOf = Map.groupBy(routes, ({ functionName }) => functionName);
  const allNames = [...routesOf.keys()];
  const inFunctions = (metricName: string, pattern: JsonPattern, names = allNames) =>
    names.map((name) =>
      addFilter(`${metricName}By${name}`, liveFunctions[name].logGroup, pattern, { metricName }),
    );
  // The access log has a line for each request. With a zero for other lines, these have a value whenever there is traffic.
  const inAccessLog = (id: string, ...conditions: readonly JsonPattern[]) =>
    addFilter(id, api.accessLogs, all(...conditions), { defaultValue: 0 });
  // The access log has the 5xx. That another status is our fault, only the log of the function says.
  const answeredBelow500 = ourFailures.filter(({ status }) => status < 500);
  const requestsTo = (name: string, names: LiveName[], ...conditions: JsonPattern[]) => {
    const id = `${name}Failed`;
    const served = metricOf(inAccessLog(`${name}Served`, ...sentByClient('2*'), ...conditions));
    /** Requests that failed by our fault: 5xx, 1000 and 1006. All others are a client's, or were throttled. */
    const failed = metricOf(
      inAccessLog(id, ...sentByClient('5*'), ...conditions),
      ...inFunctions(id, all(errorIs(...answeredBelow500), notOfProbe), names),
    );
    /** Present in each minute with a request, even if all failed. It is not a count: AWS can write one zero for many lines. */
    const lines = served.with({ statistic: 'SampleCount' });
    return { name, failed, served, lines };
  };
  const ofService = requestsTo('', allNames);
  const several = routesOf.size > 1 ? [...routesOf] : [];
  const ofFunctions = several.map(([name, itsRoutes]) => {
    const keys = itsRoutes.map(({ method, path }) => `${method} ${path}`);
    return requestsTo(name, [name], isAnyOf(accessLog('route'), ...keys));
  });
  const authorize = liveFunctions[authorizer.functionName].logGroup;
  const dimensions = { [endedBy]: `$.${functionLog.lastFour}` };
  const ended = metricOf(
    addFilter('EndedTokens', authorize, refusedAs('expired', 'revoked'), { dimensions }),
  );
  // The metric has one series for each token, and none for all.
  const allSeries = `{"${metricNamespace}",${endedBy}} MetricName="${ended.metricName}"`;
  return {
    ...ofService,
    /** All requests, without a name. If several functions have routes, also those to each, with its name. */
    requests: [ofService, ...ofFunctions],
    /** Served requests that took too long. */
    slow: metricOf(inAccessLog('Slow', ...sentByClient('2*'), isSlow)),
    /**
     * Requests that a throttle refused, also those of the probe. A filter without a zero for other lines costs nothing in an
     * hour without 429.
     */
    throttled: metricOf(
      addFilter('Throttled', api.accessLogs, isAnyOf(accessLog('status'), '429')),
    ),
    /** Error 1000: a bug, or a permission that is missing. */
    unexpected: metricOf(...inFunctions('UnexpectedFailures', errorIs(failures.unexpected))),
    /** Error 1006: the store was throttled, unreachable or slow. */
    unavailable: metricOf(...inFunctions('StoreUnavailable', errorIs(failures.unavailable))),
    /** Clients' tokens that are not stored. A token is one line as long as the gateway caches its refusal. */
    unknown: metricOf(addFilter('UnknownTokens', authorize, refusedAs('unknown'))),
    /** One for each token, by `endedBy`. */
    ended,
    allEnded: new MathExpression({
      expression: `SUM(SEARCH('${allSeries}', 'Sum', 60))`,
      usingMetrics: {},
    }),
  };
}

/** The metric to which these filters add. There is at least one. */
function metricOf(...filters: readonly MetricFilter[]): Metric {
  return (filters[0] as MetricFilter).metric({ statistic: 'Sum' });
}

function errorIs(...rows: readonly { readonly error: number }[]): JsonPattern {
  return any(...rows.map((row) => numberValue(`$.${functionLog.error}`, '=', row.error)));
}

/** A token that a client sent was refused for one of these reasons. */
function refusedAs(...reasons: readonly string[]): JsonPattern {
  return all(isAnyOf(functionLog.refused, ...reasons), notOfProbe);
}

function isAnyOf(field: string, ...texts: readonly string[]): JsonPattern {
  return any(...texts.map((text) => stringValue(`$.${field}`, '=', text)));
}

/**
 * It took two seconds: a write that times out after one second and then succeeds is not slow. Compared as a text,
 * because the access log has its numbers in quotes ("-" is none), with the few signs that a filter knows:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/regex-expressions.html
 */
const isSlow = regexValue(
  `$.${accessLog('responseLatency')}`,
  '=',
  String.raw`^[2-9]\d\d\d$|^\d\d\d\d\d$`,
);

const client = `$.${functionLog.client}`;

/** A line of a function that does not name the probe. Without the authorizer, a line has no name. */
const notOfProbe = any(notExists(client), stringValue(client, '!=', probeIdentity.client));

/** Lines of requests with one of these statuses. Those of the probe have its user agent in the access log. */
function sentByClient(...statuses: readonly string[]): JsonPattern[] {
  const notByProbe = stringValue(`$.${accessLog('userAgent')}`, '!=', probeIdentity.userAgent);
  return [isAnyOf(accessLog('status'), ...statuses), notByProbe];
}
